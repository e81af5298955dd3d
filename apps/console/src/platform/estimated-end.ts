import type { ConsoleBatch } from '../../wire/index.js';

/** How many batches of one member run at once by default. */
const runAtOnce = 2;

/** Knows how long recent batches of each function took. */
export class RunTimes {
  readonly #medians: ReadonlyMap<string, number>;

  constructor(batches: readonly ConsoleBatch[]) {
    const measured = batches.filter(({ state, runMs }) => state === 'finished' && runMs !== undefined);
    const byFunction = Map.groupBy(measured, ({ functionName }) => functionName);
    this.#medians = new Map(
      [...byFunction].map(([name, ofName]) => [name, median(ofName.map(({ runMs = 0 }) => runMs))]),
    );
  }

  /**
   * Estimates when a batch will end, in epoch milliseconds. The estimate uses the batch's own progress, or otherwise
   * the durations of other batches of its function. The estimate is undefined if nothing was measured.
   */
  endOf(batch: ConsoleBatch, now: number): number | undefined {
    const { state, recordCount, recordsExpected, startedAt, functionName, queuePosition = 1 } = batch;
    const usual = this.#medians.get(functionName);
    if (state === 'waiting')
      return usual === undefined ? undefined : now + usual * Math.ceil(queuePosition / runAtOnce);
    if (state !== 'processing' || startedAt === undefined) return undefined;
    if (recordsExpected !== undefined && recordsExpected > 0 && recordCount > 0) {
      const share = Math.min(1, recordCount / recordsExpected);
      return Math.max(now, startedAt + (now - startedAt) / share);
    }
    return usual === undefined ? undefined : Math.max(now, startedAt + usual);
  }
}

/** Returns the median of at least one value. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
