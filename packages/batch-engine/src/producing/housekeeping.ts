import type { Batch, BatchOwner } from '../batch/batch.js';
import { type RetentionSettings, retentionDefaults } from '../batch/batch-settings.js';
import { type Clock, systemClock } from '../batch/clock.js';
import type { BatchStore } from '../storage/batch-store.js';
import type { SegmentStore } from '../storage/segment-store.js';

const batchesPerRound = 100;
/** If housekeeping runs once a minute and checks this number of owners, a million owners are checked within three days. */
const ownersPerRound = 250;

/** The stores that housekeeping cleans, and the retention settings. */
export interface HousekeepingOptions {
  readonly batches: BatchStore;
  readonly segments: SegmentStore;
  readonly retention?: RetentionSettings;
  readonly alsoKeepHouse?: (now: number) => Promise<void>;
  readonly clock?: Clock;
}

/** Removes expired batches, except batches that a caller may still be reading. Workers run the housekeeping by themselves. */
export class Housekeeping {
  readonly #batches: BatchStore;
  readonly #segments: SegmentStore;
  readonly #graceMs: number;
  readonly #rowRetentionMs: number;
  readonly #alsoKeepHouse: (now: number) => Promise<void>;
  readonly #clock: Clock;
  #ownersAfter: BatchOwner | undefined;

  constructor({ batches, segments, retention, alsoKeepHouse, clock }: HousekeepingOptions) {
    this.#batches = batches;
    this.#segments = segments;
    this.#graceMs = retention?.readerGraceMs ?? retentionDefaults.readerGraceMs;
    this.#rowRetentionMs = retention?.rowRetentionMs ?? retentionDefaults.rowRetentionMs;
    this.#alsoKeepHouse = alsoKeepHouse ?? (() => Promise.resolve());
    this.#clock = clock ?? systemClock;
  }

  /**
   * Removes expired batches and, before each batch, its segments. After the removal, the segment store does its own maintenance.
   * Returns the number of removed batches.
   *
   * @param signal ends it early; the rest is removed next time
   */
  async removeExpired(signal?: AbortSignal): Promise<number> {
    let removed = 0;
    for (;;) {
      const now = this.#clock.now();
      const batches = await this.#batches.removable({
        expiredBefore: now - this.#graceMs,
        now,
        limit: batchesPerRound,
      });
      for (const batch of batches) {
        if (signal?.aborted === true) return removed;
        await this.#segments.remove(batch);
        await this.#batches.remove(batch.id, this.#rowUntil(batch, now));
        removed++;
      }
      if (batches.length < batchesPerRound) break;
    }
    await this.#forgetRows(signal);
    this.#ownersAfter = await this.#batches.forgetOwners(this.#ownersAfter, ownersPerRound);
    await this.#alsoKeepHouse(this.#clock.now());
    await this.#segments.maintain(this.#clock.now());
    return removed;
  }

  /** Returns the time until which the facts of a removed batch are kept, or undefined if that time has passed. */
  #rowUntil({ endedAt }: Batch, now: number): number | undefined {
    const until = (endedAt ?? now) + this.#rowRetentionMs;
    return until > now ? until : undefined;
  }

  async #forgetRows(signal: AbortSignal | undefined): Promise<void> {
    for (;;) {
      const forgotten = await this.#batches.forgetRows(this.#clock.now(), batchesPerRound);
      if (forgotten < batchesPerRound || signal?.aborted === true) return;
    }
  }
}
