import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openDatabase } from '../src/index.js';
import { startPostgres } from '../src/testing/index.js';

const script = fileURLToPath(new URL('../dist/testing/postgres-process.js', import.meta.url));

describe('the process that runs a PostgreSQL server', () => {
  let folder: string;
  let directory: string;
  let child: ChildProcess;
  let exited: Promise<unknown[]>;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'trading-platform-test-'));
    // Inside folders of the root user, the user of the server can reach only folders that are open to all users.
    await chmod(folder, 0o755);
    directory = join(folder, 'cluster');
    const { NODE_OPTIONS: _, ...env } = process.env;
    child = spawn(process.execPath, [script], { env, stdio: ['pipe', 'pipe', 'ignore'] });
    exited = once(child, 'exit');
    child.stdin?.write(`${JSON.stringify({ directory })}\n`);
  });
  afterEach(async () => {
    child.kill('SIGKILL');
    await rm(folder, { recursive: true, maxRetries: 20, retryDelay: 100 });
  });

  async function ready(): Promise<string> {
    const [line] = (await once(createInterface({ input: child.stdout! }), 'line')) as [string];
    return (JSON.parse(line) as { url: string }).url;
  }

  /**
   * The first line of the lock file is the number of the server's process. The file is removed when the server ends in an orderly
   * way.
   */
  const lockFile = () => join(directory, 'postmaster.pid');

  it('ends the server when it is killed, and the data can be used again', async () => {
    const database = await openDatabase({ address: await ready(), schemas: [] });
    await database.execute('CREATE TABLE kept AS SELECT 1 AS id');
    await database.close();
    child.kill('SIGKILL');
    while (existsSync(lockFile())) await sleep(20);
    const server = await startPostgres({ directory });
    const again = await openDatabase({ address: server.url, schemas: [] });
    expect(await again.query('SELECT id FROM kept')).toEqual([{ id: 1 }]);
    await again.close();
    await server.end();
  });

  it('leaves no incomplete data folder when it is killed while it makes one', async () => {
    // On a busy machine, the folder may be complete before this process sees it incomplete.
    while (!existsSync(join(`${directory}.incomplete`, 'PG_VERSION')) && !existsSync(directory)) await sleep(1);
    child.kill('SIGKILL');
    await exited;
    const server = await startPostgres({ directory });
    const database = await openDatabase({ address: server.url, schemas: [] });
    expect(await database.query('SELECT 1 AS id')).toEqual([{ id: 1 }]);
    await database.close();
    await server.end();
  });

  it('ends with 1 when the server ends by itself', async () => {
    await ready();
    process.kill(Number.parseInt(readFileSync(lockFile(), 'utf8'), 10), 'SIGKILL');
    expect(await exited).toEqual([1, null]);
  });
});
