import { BatchEngine, BatchWorker } from '@trading-platform/batch-engine';
import { openBatchStorage } from '@trading-platform/batch-engine/typeorm';
import { primes } from './primes.js';

/** Both sides in one process. One side answers callers, and the other side produces records. */
export async function openPrimes(address: string) {
  const storage = await openBatchStorage({ address });
  const worker = new BatchWorker({ ...storage, functions: [primes] });
  const engine = new BatchEngine({ ...storage, functions: [primes] });
  worker.start();
  return {
    engine,
    /** The producer ends before the storage. */
    async close() {
      await worker.stop();
      await engine.close();
      await storage.close();
    },
  };
}

/** The owner of a batch. A real host takes both values from the caller's token. */
export const caller = { memberCode: '10000001', clientId: 'example' };
