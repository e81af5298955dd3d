import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { BatchEngine, BatchWorker } from '../src/index.js';
import { type BatchStorage, openBatchStorage } from '../src/typeorm/index.js';
import { letters, until } from './a-download.js';
import { noise } from './noise.js';

describe('a full disk under SQLite', () => {
  let folder: string;
  let storage: BatchStorage;
  let engine: BatchEngine;
  let worker: BatchWorker;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'full-disk-'));
    storage = await openBatchStorage({
      address: `sqlite:${join(folder, 'x.sqlite')}`,
      segmentFileMaxBytes: 2_000_000,
    });
    engine = new BatchEngine({ ...storage, functions: [noise] });
    worker = new BatchWorker({ ...storage, functions: [noise], settings: { pollMs: 10, backoffMs: 10 } });
    worker.start();
  });

  afterEach(async () => {
    await worker.stop();
    await engine.close();
    await storage.close();
    await rm(folder, { recursive: true });
  });

  const end = async (count: number) => {
    const { batchId } = await engine.request({ ...letters, criteria: { count } });
    const status = () => engine.confirm({ ...letters, batchId });
    await until(async () => (await status()).retryAfterSeconds === undefined);
    return status();
  };

  it('fails the batch that finds no room, says so, and leaves the room to others', async () => {
    expect(await end(5000)).toMatchObject({
      state: 'failed',
      reason: 'There is no room left to store the records',
    });
    expect(await end(300)).toMatchObject({ state: 'finished', recordCount: 300 });
  });
});
