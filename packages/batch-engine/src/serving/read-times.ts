import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../batch/clock.js';
import type { BatchStore } from '../storage/batch-store.js';

/** The delay with which the times of reads are written. If the process is killed, the unwritten read times are lost. */
const writtenEveryMs = 30_000;
/**
 * The maximum number of batches whose read times have not been written. If there are more batches with unwritten read times, the
 * batch that has not been read for the longest time is dropped.
 */
const waitingAtMost = 5_000;
/** If the database does not answer, the end of the process must not be delayed. */
const closedWithinMs = 2_000;

/**
 * The times of the last reads of batches. A get call stores the time of the read only in memory. One statement writes the times
 * of several seconds, so that no get call waits for a write.
 */
export class ReadTimes {
  readonly #batches: Pick<BatchStore, 'noteReads'>;
  readonly #clock: Clock;
  /** The read times in chronological order. */
  readonly #times = new Map<number, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(batches: Pick<BatchStore, 'noteReads'>, clock: Clock) {
    this.#batches = batches;
    this.#clock = clock;
  }

  /** Stores the current time as the time when the batch was last read. */
  note(id: number): void {
    this.#times.delete(id);
    this.#times.set(id, this.#clock.now());
    if (this.#times.size > waitingAtMost) this.#times.delete(this.#times.keys().next().value!);
    this.#writeLater();
  }

  /** Returns the later of two times: the stored time of the last read, and the time that is still in memory. */
  latest({ id, lastReadAt }: { readonly id: number; readonly lastReadAt: number | undefined }): number | undefined {
    const waiting = this.#times.get(id);
    return waiting === undefined || (lastReadAt ?? 0) > waiting ? lastReadAt : waiting;
  }

  /** Writes the times that are in memory, if that is possible within seconds. */
  async close(): Promise<void> {
    await Promise.race([this.#write(), sleep(closedWithinMs, undefined, { ref: false })]);
    clearTimeout(this.#timer);
  }

  /** Times that cannot be written now are written the next time. */
  async #write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const reads = [...this.#times].map(([id, at]) => ({ id, at }));
    if (reads.length === 0) return;
    try {
      await this.#batches.noteReads(reads);
      for (const { id, at } of reads) if (this.#times.get(id) === at) this.#times.delete(id);
    } catch {
      this.#writeLater();
    }
  }

  #writeLater(): void {
    this.#timer ??= setTimeout(() => void this.#write(), writtenEveryMs).unref();
  }
}
