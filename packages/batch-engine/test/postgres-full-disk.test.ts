import { mkdtemp, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type PostgresServer, startPostgres } from '@trading-platform/database/testing/postgres';
import { BatchEngine, BatchWorker } from '../src/index.js';
import { type BatchStorage, openBatchStorage } from '../src/typeorm/index.js';
import { letters, until } from './a-download.js';
import { noise } from './noise.js';

/** A device that has no space for a single byte. Every write to this device fails with the system's error for a full disk. */
const fullDevice = '/dev/full';

describe('a full disk under PostgreSQL', () => {
  let folder: string;
  let server: PostgresServer;
  let storage: BatchStorage;
  let engine: BatchEngine;
  let worker: BatchWorker;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'full-disk-'));
    server = await startPostgres({ directory: join(folder, 'data') });
    storage = await openBatchStorage({ address: server.url });
    engine = new BatchEngine({ ...storage, functions: [noise] });
    worker = new BatchWorker({ ...storage, functions: [noise], settings: { pollMs: 50, backoffMs: 10 } });
  });

  afterEach(async () => {
    await worker.stop();
    await engine.close();
    await storage.close();
    await server.end();
    await rm(folder, { recursive: true });
  });

  /** Returns the files that contain the bytes of segments. */
  const segmentFiles = async () => {
    const rows = await storage.database.query<{ path: string }>(
      `SELECT current_setting('data_directory') || '/' || pg_relation_filepath(reltoastrelid) AS path FROM pg_class
       WHERE relkind = 'r' AND relname LIKE 'batch_segment%'`,
    );
    return rows.map(({ path }) => path);
  };

  const whileStopped = async (change: () => Promise<void>) => {
    await server.stop();
    await change();
    await server.start();
    await storage.ping();
  };

  const end = async (count: number) => {
    const { batchId } = await engine.request({ ...letters, criteria: { count } });
    const status = () => engine.confirm({ ...letters, batchId });
    await until(async () => (await status()).retryAfterSeconds === undefined);
    return status();
  };

  it('fails the batch that finds no room, says so, and goes on when there is room again', async () => {
    const files = await segmentFiles();
    expect(files).not.toHaveLength(0);
    await whileStopped(async () => {
      for (const file of files) {
        await rename(file, `${file}.kept`);
        await symlink(fullDevice, file);
      }
    });
    worker.start();
    expect(await end(300)).toMatchObject({
      state: 'failed',
      reason: 'There is no room left to store the records',
    });
    await worker.stop();
    await whileStopped(async () => {
      for (const file of files) await rename(`${file}.kept`, file);
    });
    worker.start();
    expect(await end(300)).toMatchObject({ state: 'finished', recordCount: 300 });
  });
});
