import type { Clock } from '../batch/clock.js';
import type { BatchStore } from '../storage/batch-store.js';

/**
 * Keeps the data of batches that are being read. Expired data stay for a grace period, which is extended again and again for
 * longer readers. Housekeeping in any process therefore never removes data that are being read.
 */
export class Readers {
  readonly #batches: BatchStore;
  readonly #clock: Clock;
  readonly #graceMs: number;
  readonly #reading = new Map<number, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(batches: BatchStore, clock: Clock, graceMs: number) {
    this.#batches = batches;
    this.#clock = clock;
    this.#graceMs = graceMs;
  }

  /** Yields the same bytes. A batch counts as being read until the last byte of the answer has been sent. */
  async *during<Piece>(id: number, body: AsyncIterable<Piece>): AsyncGenerator<Piece, void, undefined> {
    this.#enter(id);
    try {
      yield* body;
    } finally {
      this.#leave(id);
    }
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #enter(id: number): void {
    this.#reading.set(id, (this.#reading.get(id) ?? 0) + 1);
    if (this.#timer !== undefined) return;
    this.#timer = setInterval(() => void this.#extendAll(), this.#graceMs / 3);
    this.#timer.unref();
  }

  #leave(id: number): void {
    const readers = (this.#reading.get(id) ?? 1) - 1;
    if (readers > 0) this.#reading.set(id, readers);
    else this.#reading.delete(id);
    if (this.#reading.size === 0) this.close();
  }

  /** The grace period is extended three times before it ends, so a single failure does no harm. */
  async #extendAll(): Promise<void> {
    for (const id of this.#reading.keys()) {
      try {
        const batch = await this.#batches.find(id);
        const until = this.#clock.now() + this.#graceMs;
        if (batch?.expiresAt !== undefined && batch.expiresAt < until) await this.#batches.keepForReaders(id, until);
      } catch {}
    }
  }
}
