import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { truncateSync } from 'node:fs';
import { copyFile, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type OpenDatabaseOptions, openDatabase } from '../src/index.js';
import { noteSchema } from './note-schema.mjs';

describe('SQLite database', () => {
  let folder: string;
  let path: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'trading-platform-test-'));
    path = join(folder, 'new', 'folder', 'test.sqlite');
  });
  afterEach(() => rm(folder, { recursive: true }));

  const open = (options: Partial<OpenDatabaseOptions> = {}) =>
    openDatabase({ address: `sqlite:${path}`, schemas: [noteSchema], ...options });

  it('makes the folder of a new file, and the file durable', async () => {
    const database = await open({ pageSize: 8_192 });
    await database.migrate();
    expect((await stat(path)).isFile()).toBe(true);
    expect(await database.query('PRAGMA journal_mode')).toEqual([{ journal_mode: 'wal' }]);
    expect(await database.query('PRAGMA page_size')).toEqual([{ page_size: 8_192 }]);
    await database.transaction(async (transaction) => {
      expect(await transaction.query('PRAGMA synchronous')).toEqual([{ synchronous: 2 }]);
    });
    await database.close();
  });

  it.each([
    { sizes: [4_096, undefined], page_size: 16_384 },
    { sizes: [4_096, 8_192], page_size: 8_192 },
  ])('gives a new file the largest pages of its schemas: $sizes', async ({ sizes, page_size }) => {
    const schemas = sizes.map((pageSize) => ({ ...noteSchema, ...(pageSize === undefined ? {} : { pageSize }) }));
    const database = await open({ schemas });
    expect(await database.query('PRAGMA page_size')).toEqual([{ page_size }]);
    await database.close();
  });

  it('reads on a connection that cannot write, and writes on one that checks foreign keys', async () => {
    const database = await open();
    expect(await database.query('PRAGMA query_only')).toEqual([{ query_only: 1 }]);
    await database.transaction(async (transaction) => {
      expect(await transaction.query('PRAGMA query_only')).toEqual([{ query_only: 0 }]);
      expect(await transaction.query('PRAGMA foreign_keys')).toEqual([{ foreign_keys: 1 }]);
    });
    await database.close();
  });

  it('waits for the lock of another process without holding up the event loop', async () => {
    const database = await open();
    await database.migrate();
    const release = await holdLock(path);
    const written = database.execute('UPDATE counter SET value = 1');
    try {
      // An attempt that blocked the event loop for long would use up the whole waiting time before the loop had turned 30 times.
      for (let turn = 0; turn < 30; turn++) expect(await Promise.race([written, sleep(5, 'waits')])).toBe('waits');
    } finally {
      await release();
    }
    await written;
    await database.close();
  });

  it('opens a new file that another process is just making', async () => {
    path = join(folder, 'test.sqlite');
    const release = await holdLock(path);
    const opened = open().then(async (database) => {
      await database.migrate();
      return database;
    });
    await sleep(400);
    await release();
    const database = await opened;
    expect(await database.query('PRAGMA journal_mode')).toEqual([{ journal_mode: 'wal' }]);
    await database.close();
  });

  it('gives up when the lock is not released in time', async () => {
    const database = await open({ statementTimeoutMs: 100 });
    await database.migrate();
    const release = await holdLock(path);
    await expect(database.execute('UPDATE counter SET value = 1')).rejects.toThrow(/locked/);
    await release();
    await database.execute('UPDATE counter SET value = 2');
    expect(await database.query('SELECT value FROM counter')).toEqual([{ value: 2 }, { value: 2 }]);
    await database.close();
  });

  it('waits with its migrations however long another process has the lock, and says so once', async () => {
    const database = await open({ statementTimeoutMs: 100 });
    const release = await holdLock(path);
    const warn = jest.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    const migrated = database.migrate();
    while (warn.mock.calls.length === 0) await sleep(10);
    await sleep(300);
    await release();
    expect(await migrated).toHaveLength(2);
    expect(warn.mock.calls).toEqual([[expect.stringContaining(path)]]);
    warn.mockRestore();
    await database.close();
  });

  it('reads while another process writes', async () => {
    const database = await open();
    await database.migrate();
    const release = await holdLock(path);
    expect(await database.query('SELECT id FROM counter')).toHaveLength(2);
    await release();
    await database.close();
  });

  it('lets a transaction that is under way finish before it closes', async () => {
    const database = await open();
    await database.migrate();
    const running = database.transaction((transaction) => transaction.execute('UPDATE counter SET value = 5'));
    await Promise.all([running, database.close()]);
    const again = await open();
    expect(await again.query('SELECT value FROM counter WHERE id = 1')).toEqual([{ value: 5 }]);
    await again.close();
  });

  it('says that a file is not a database', async () => {
    path = fileURLToPath(import.meta.url);
    const begin = performance.now();
    await expect(open({ statementTimeoutMs: 60_000 })).rejects.toThrow(/not a database/);
    expect(performance.now() - begin).toBeLessThan(50_000);
  });

  describe('whose file is broken', () => {
    const faults = [
      { fault: 'deleted', message: /was deleted or replaced/, harm: () => rm(path) },
      { fault: 'without its log', message: /-wal was deleted or replaced/, harm: () => rm(`${path}-wal`) },
      { fault: 'without the index of its log', message: /-shm was deleted/, harm: () => rm(`${path}-shm`) },
      {
        fault: 'replaced',
        message: /was deleted or replaced/,
        harm: async () => {
          await copyFile(path, `${path}.copy`);
          await rename(`${path}.copy`, path);
        },
      },
      { fault: 'cut off', message: /is damaged/, harm: async () => truncateSync(path) },
      { fault: 'damaged at its head', message: /is damaged/, harm: async () => spoil(path, 0, 100) },
      { fault: 'damaged in its tables', message: /is damaged/, harm: async () => spoil(path, 16_384, 60_000) },
    ];

    it.each(faults)('answers no more and writes nothing: $fault', async ({ message, harm }) => {
      const warn = jest.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
      const first = await open();
      await first.migrate();
      await first.close();
      const database = await open();
      await harm();
      await expect(database.ping()).rejects.toMatchObject({ code: 'unavailable', message });
      const write = database.execute('UPDATE counter SET value = 9');
      await expect(write).rejects.toMatchObject({ code: 'unavailable', message });
      await expect(database.ping()).rejects.toThrow(message);
      expect(warn.mock.calls).toEqual([[expect.stringMatching(message)]]);
      warn.mockRestore();
      await database.close();
    });

    it('notices by itself, and writes again when the same file is back', async () => {
      const warn = jest.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
      const database = await open();
      await database.migrate();
      await rename(path, `${path}.away`);
      while (warn.mock.calls.length === 0) await sleep(50);
      await expect(database.execute('UPDATE counter SET value = 9')).rejects.toThrow(/was deleted or replaced/);
      await rename(`${path}.away`, path);
      await database.ping();
      expect(await database.execute('UPDATE counter SET value = 9')).toBe(2);
      warn.mockRestore();
      await database.close();
    });

    it('notices damage that a statement meets', async () => {
      const warn = jest.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
      const first = await open({ pageSize: 4_096 });
      await first.migrate();
      const rows = Array.from({ length: 2_000 }, (_, id) => `(${id}, '${'x'.repeat(50)}')`);
      await first.execute(`INSERT INTO note (id, text) VALUES ${rows.join(', ')}`);
      await first.close();
      const database = await open();
      spoil(path, 20 * 4_096, 10 * 4_096);
      await expect(database.query('SELECT text FROM note ORDER BY rowid')).rejects.toMatchObject({
        code: expect.stringContaining('SQLITE_CORRUPT'),
      });
      await expect(database.execute('UPDATE counter SET value = 9')).rejects.toMatchObject({ code: 'unavailable' });
      await expect(database.ping()).rejects.toThrow(/is damaged/);
      expect(warn).toHaveBeenCalledTimes(1);
      warn.mockRestore();
      await database.close();
    });
  });
});

/**
 * Lets another process damage a file. If a process opened and closed a database file directly, SQLite would lose the locks that
 * the same process holds on this file.
 */
function spoil(path: string, offset: number, bytes: number): void {
  const script = `const fs = require('node:fs');
    fs.writeSync(fs.openSync(process.argv[1], 'r+'), require('node:crypto').randomBytes(${bytes}), 0, ${bytes}, ${offset});`;
  execFileSync(process.execPath, ['-e', script, path]);
}

/** Lets another process take the write lock, and returns a function that makes the process release the lock. */
async function holdLock(path: string): Promise<() => Promise<void>> {
  const script = fileURLToPath(new URL('hold-lock-process.mjs', import.meta.url));
  const { NODE_OPTIONS: _, ...env } = process.env;
  const child = spawn(process.execPath, [script, path], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  await once(child.stdout, 'data');
  return async () => {
    child.stdin.end();
    await closed;
  };
}
