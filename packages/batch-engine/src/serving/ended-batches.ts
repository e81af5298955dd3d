import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Batch } from '../batch/batch.js';
import { isFinal } from '../batch/batch-state.js';
import type { BatchStore } from '../storage/batch-store.js';
import type { CacheLookups } from './segment-cache.js';

const rememberedMs = 200;
/** A timer may fire a little early, so this margin is added. */
const marginMs = 10;
const rememberedAtMost = 1_000;

/**
 * Finds batches by their numbers. Batches in a final state are cached for a moment, because a caller that gets a finished batch
 * page by page needs the same row hundreds of times per second. A batch in a final state changes only if it is discarded, and
 * discarding waits until no process has the batch in its cache.
 */
export class EndedBatches {
  readonly #batches: Pick<BatchStore, 'find'>;
  readonly #known = new LRUCache<number, Batch>({ max: rememberedAtMost, ttl: rememberedMs, ttlResolution: 0 });

  #hits = 0;
  #misses = 0;

  constructor(batches: Pick<BatchStore, 'find'>) {
    this.#batches = batches;
  }

  get lookups(): CacheLookups {
    return { hits: this.#hits, misses: this.#misses };
  }

  /**
   * Returns the batch, in a state that is at most a moment old. If the cached row says that the batch has expired, the row is
   * read again, because another process may have extended the expiry.
   *
   * All calls that arrive in one turn of the event loop continue together in the next turn. If many calls do each step together,
   * they take a third less time than calls that run one after another.
   */
  find(id: number, now: number): Promise<Batch | undefined> {
    const known = this.#known.get(id);
    if (known === undefined || (known.expiresAt ?? now + 1) <= now) {
      this.#misses++;
      return this.#read(id);
    }
    this.#hits++;
    return new Promise((resolve) => setImmediate(resolve, known));
  }

  forget(id: number): void {
    this.#known.delete(id);
  }

  /** Resolves when every row that was read before this call has left the caches of all processes. */
  async forgottenEverywhere(): Promise<void> {
    await sleep(rememberedMs + marginMs);
  }

  async #read(id: number): Promise<Batch | undefined> {
    const start = performance.now();
    const batch = await this.#batches.find(id);
    if (batch !== undefined && isFinal(batch.state)) this.#known.set(id, batch, { start });
    return batch;
  }
}
