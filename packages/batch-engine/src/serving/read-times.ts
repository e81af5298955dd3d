import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../batch/clock.js';
import type { BatchStore } from '../storage/batch-store.js';

/** How long times stay in memory before they are written. A killed process loses this much. */
const writtenEveryMs = 30_000;
/** The most batches with unwritten times. Beyond that, the batch that was read longest ago is forgotten. */
const waitingAtMost = 5_000;
/** A database that is silent must not hold up a shutdown. */
const closedWithinMs = 2_000;

/**
 * The times of the last reads of batches. A get only keeps the time in memory; one statement writes all times of some seconds, so no get
 * waits for a write.
 */
export class ReadTimes {
  readonly #batches: Pick<BatchStore, 'noteReads'>;
  readonly #clock: Clock;
  /** In the order of time. */
  readonly #times = new Map<number, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(batches: Pick<BatchStore, 'noteReads'>, clock: Clock) {
    this.#batches = batches;
    this.#clock = clock;
  }

  /** Somebody reads the batch now. */
  note(id: number): void {
    this.#times.delete(id);
    this.#times.set(id, this.#clock.now());
    if (this.#times.size > waitingAtMost) this.#times.delete(this.#times.keys().next().value!);
    this.#writeLater();
  }

  /** The later of the stored time and the unwritten one. */
  latest({ id, lastReadAt }: { readonly id: number; readonly lastReadAt: number | undefined }): number | undefined {
    const waiting = this.#times.get(id);
    return waiting === undefined || (lastReadAt ?? 0) > waiting ? lastReadAt : waiting;
  }

  /** Writes the times in memory, if that is possible within seconds. */
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
