import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../batch/clock.js';
import type { BatchStore } from '../storage/batch-store.js';

/** So long a time stays in memory before it is written, and so much may be lost when a process is killed. */
const writtenEveryMs = 30_000;
/** Batches whose times wait to be written. Of more, those are forgotten that were read longest ago. */
const waitingAtMost = 5_000;
/** A database that is silent must not hold up a shutdown. */
const closedWithinMs = 2_000;

/**
 * When batches were last read. A get only notes the time in memory; all times of some seconds are written by one statement, so no get
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

  /** The later of what is stored and what waits to be. */
  latest({ id, lastReadAt }: { readonly id: number; readonly lastReadAt: number | undefined }): number | undefined {
    const waiting = this.#times.get(id);
    return waiting === undefined || (lastReadAt ?? 0) > waiting ? lastReadAt : waiting;
  }

  /** Writes what waits, if that is possible within seconds. */
  async close(): Promise<void> {
    await Promise.race([this.#write(), sleep(closedWithinMs, undefined, { ref: false })]);
    clearTimeout(this.#timer);
  }

  /** What cannot be written waits for the next time. */
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
