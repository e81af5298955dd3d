import { randomBytes } from 'node:crypto';
import type { BatchFunction } from '../src/index.js';

/** Records with random content that cannot be compressed. */
export const noise: BatchFunction<{ count: number }> = {
  name: 'letters',
  arrayName: 'letters',
  maxRecordsPerGet: 1000,
  open: async ({ count }) => ({ instant: new Date(), records: noiseRecords(count), close: async () => undefined }),
};

/** @param bytes of noise in each; a record is a third longer */
export async function* noiseRecords(count: number, bytes = 3000) {
  for (let n = 0; n < count; n++) yield [{ body: Buffer.from(JSON.stringify(randomBytes(bytes).toString('base64'))) }];
}
