import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Batch } from '../batch/batch.js';
import { isFinal } from '../batch/batch-state.js';
import type { BatchStore } from '../storage/batch-store.js';
import type { CacheLookups } from './segment-cache.js';

const rememberedMs = 200;
/** Timers may fire a little early. */
const marginMs = 10;
const rememberedAtMost = 1_000;

/**
 * Batches by number. Batches in a final state are remembered for a moment, because a caller that gets a finished batch page by page needs
 * the same row hundreds of times a second. Such a batch only changes when it is discarded, and discarding waits until no process
 * remembers it.
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
   * The batch as it was at most a moment ago. A remembered batch that seems expired is read again: another process may have
   * extended its expiry.
   *
   * Calls that arrive in one turn of the event loop go on together in the next. Running many calls through the same step costs a third
   * less than running each from its arrival to its answer.
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

  /** Resolves when every process has forgotten the rows that it read before now. */
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
