import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { describeDatabases } from '@trading-platform/database/testing';
import { type BatchEngine, BatchWorker, type SegmentOwner } from '../src/index.js';
import { type BatchStorage, batchSchema, openBatchStorage } from '../src/typeorm/index.js';
import { aDownload, letters, until } from './a-download.js';
import { anEngine } from './faults.js';
import { S3Server, serverKeys } from './s3-server.js';

describeDatabases('an installation that moves its segments into a bucket', [batchSchema], (open) => {
  let server: S3Server;
  let storage: BatchStorage | undefined;
  let engine: BatchEngine | undefined;
  beforeAll(async () => {
    server = await S3Server.start();
  });
  const close = async () => {
    await engine?.close();
    await storage?.close();
    storage = undefined;
  };
  afterEach(close);
  afterAll(() => server.end());

  const produce = async (opened: BatchStorage) => {
    const { batchId } = await engine!.request({ ...letters, criteria: { count: 300 } });
    const worker = new BatchWorker({ ...opened, functions: [aDownload()], settings: { pollMs: 10 } });
    worker.start();
    await until(async () => (await opened.batches.find(Number(batchId)))?.state === 'finished');
    await worker.stop();
    return (await opened.batches.find(Number(batchId)))!;
  };
  it('still reads and removes those in the database, and writes new ones into the bucket', async () => {
    const { address } = await open();
    storage = await openBatchStorage({ address });
    engine = anEngine(storage);
    expect(storage).not.toHaveProperty('pingSegments');
    const before = await produce(storage);
    await close();

    const bucket = { address: `s3://segments/moved?endpoint=${server.url}`, ...serverKeys };
    storage = await openBatchStorage({ address, segments: bucket });
    engine = anEngine(storage);
    await storage.pingSegments!();
    const after = await produce(storage);
    const receipts = Array.from({ length: 300 }, (_, n) => `r${n + 1}`);
    expect(await server.keys('moved/')).toEqual([expect.stringMatching(/\/1\/end$/), 'moved/platform.json']);
    for (const batch of [before, after]) expect(await receiptsOf(storage, batch)).toEqual(receipts);
    await storage.segments.remove(after);
    expect(await server.keys('moved/')).toEqual(['moved/platform.json']);
    expect(await receiptsOf(storage, before)).toEqual(receipts);
    await storage.segments.remove(before);
    for (const batch of [before, after]) expect(await receiptsOf(storage, batch)).toEqual([]);
  });

  it('refuses to open when its bucket is wrong, and keeps nothing open', async () => {
    const { address } = await open();
    const bucket = { address: `s3://nothing-here?endpoint=${server.url}`, ...serverKeys };
    await expect(openBatchStorage({ address, segments: bucket })).rejects.toMatchObject({ code: 'bucket-missing' });
  });
});

async function receiptsOf({ segments }: BatchStorage, batch: SegmentOwner): Promise<readonly string[]> {
  return (await segments.readReceipts(batch, 0, 9)).flat();
}
