import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from '@jest/globals';
import { BatchEngine, type BatchFunction, BatchWorker } from '@trading-platform/batch-engine';
import { describeSegmentStore, MemoryBatchStore } from '@trading-platform/batch-engine/testing';
import { FileSegmentStore } from './file-segment-store.js';

const folders: string[] = [];

async function emptyStore(): Promise<FileSegmentStore> {
  const folder = await mkdtemp(join(tmpdir(), 'segments-'));
  folders.push(folder);
  return new FileSegmentStore(folder);
}

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

describeSegmentStore('files', emptyStore);

it('serves batches', async () => {
  const stores = { batches: new MemoryBatchStore(), segments: await emptyStore() };
  const functions = [numbers];
  const worker = new BatchWorker({ ...stores, functions });
  const engine = new BatchEngine({ ...stores, functions });
  worker.start();
  const caller = { functionName: 'numbers', memberCode: '10000001', clientId: 'example' };
  const { batchId } = await engine.request({ ...caller, criteria: { count: 600 } });
  expect(await engine.wait({ ...caller, batchId }, { ms: 20_000 })).toMatchObject({ state: 'finished' });
  const { body } = await engine.records({ ...caller, batchId, encoding: 'identity' });
  const lines: string[] = [];
  for await (const { bytes } of body) lines.push(Buffer.from(bytes).toString());
  expect(lines.join('')).toBe(Array.from({ length: 600 }, (_, n) => `{"n":${n}}\n`).join(''));
  await worker.stop();
  await engine.close();
});

const numbers: BatchFunction<{ readonly count: number }> = {
  name: 'numbers',
  arrayName: 'number_list',
  async open({ count }) {
    return { instant: new Date(), records: upTo(count), close: async () => undefined };
  },
};

async function* upTo(count: number) {
  yield Array.from({ length: count }, (_, n) => ({ body: Buffer.from(`{"n":${n}}`) }));
}
