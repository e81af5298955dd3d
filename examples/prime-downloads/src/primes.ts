import type { BatchFunction } from '@trading-platform/batch-engine';

export interface PrimesBelow {
  /** At most 1,000,000. */
  readonly limit: number;
}

/** A kind of download, with the source of its records. */
export const primes: BatchFunction<PrimesBelow> = {
  name: 'primes',
  arrayName: 'prime_list',
  maxRecordsPerGet: 1000,
  recordHead: (_batch, seq) => `{"seq":${seq},`,
  open: async ({ limit }) => ({
    instant: new Date(),
    records: primesBelow(limit),
    close: async () => undefined,
  }),
};

/** Yields the records in chunks. Each record consists of the bytes after its head, `recordHead`. */
async function* primesBelow(limit: number) {
  for (let from = 2; from < limit; from += 1000) {
    const numbers = Array.from({ length: Math.min(1000, limit - from) }, (_, n) => from + n);
    yield numbers.filter(isPrime).map((prime) => ({ body: Buffer.from(`"prime":${prime}}`) }));
  }
}

function isPrime(number: number): boolean {
  for (let divisor = 2; divisor * divisor <= number; divisor++) if (number % divisor === 0) return false;
  return true;
}
