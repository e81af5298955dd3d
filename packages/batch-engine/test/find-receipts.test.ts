import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { BatchEngine, BatchWorker, findReceipts } from '../src/index.js';
import { MemoryBatchStore, MemorySegmentStore } from '../src/testing/index.js';
import { aDownload, letters, until } from './a-download.js';

const storage = { batches: new MemoryBatchStore(), segments: new MemorySegmentStore() };
const count = 600;
const never = 'never';
const download = aDownload();
const engine = new BatchEngine({ ...storage, functions: [download, { name: never, arrayName: never }] });
const now = Date.now();
let batchId = '';
let waiting = '';

beforeAll(async () => {
  const worker = new BatchWorker({ ...storage, functions: [download], settings: { pollMs: 5 } });
  ({ batchId } = await engine.request({ ...letters, criteria: { count } }));
  ({ batchId: waiting } = await engine.request({ ...letters, functionName: never, criteria: {} }));
  worker.start();
  await until(async () => (await engine.counts()).waiting === 1 && (await engine.counts()).processing === 0);
  await worker.stop();
});

afterAll(() => engine.close());

it('finds the receipts of any records of a batch, and none beyond its last', async () => {
  const seqs = [600, 1, 251, 250, 601, 0];
  expect(await findReceipts(storage, { ...letters, batchId, seqs, now })).toEqual(
    new Map([1, 250, 251, 600].map((seq) => [seq, `r${seq}`])),
  );
});

it.each([
  ['of another client', { clientId: 'C2' }, 'unknown-batch'],
  ['of another member', { memberCode: 'M2' }, 'unknown-batch'],
  ['of another function', { functionName: never }, 'unknown-batch'],
  ['that does not exist', { batchId: '999' }, 'unknown-batch'],
  ['whose number is none', { batchId: 'x' }, 'unknown-batch'],
  ['that has expired', { now: now + 30 * 86_400_000 }, 'unknown-batch'],
])('finds none of a batch %s', async (_, change, code) => {
  const wanted = { ...letters, batchId, seqs: [1], now, ...change };
  await expect(findReceipts(storage, wanted)).rejects.toMatchObject({ code });
});

it('finds none of a batch that is not finished', async () => {
  const wanted = { ...letters, functionName: never, batchId: waiting, seqs: [1], now };
  await expect(findReceipts(storage, wanted)).rejects.toMatchObject({ code: 'not-finished', state: 'waiting' });
});
