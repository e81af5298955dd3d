import { BatchEngine, BatchWorker } from '@trading-platform/batch-engine';
import { openBatchStorage } from '@trading-platform/batch-engine/typeorm';
import { primes } from './primes.js';

/** Both sides in one process: what answers callers, and what produces records. */
export async function openPrimes(address: string) {
  const storage = await openBatchStorage({ address });
  const worker = new BatchWorker({ ...storage, functions: [primes] });
  const engine = new BatchEngine({ ...storage, functions: [primes] });
  worker.start();
  return {
    engine,
    /** What produces ends before what stores. */
    async close() {
      await worker.stop();
      await engine.close();
      await storage.close();
    },
  };
}

/** In whose name a batch is made. A real host takes both from the caller's token. */
export const caller = { memberCode: '10000001', clientId: 'example' };
