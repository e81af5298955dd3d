import { setTimeout as sleep } from 'node:timers/promises';
import type { BatchOwner } from '../batch/batch.js';
import type { BatchChanges, StopFollowing } from '../storage/batch-changes.js';
import type { BatchStore } from '../storage/batch-store.js';

/** Lost news is found in the rows within this time. */
const lookEveryMs = 1_000;
/** Following goes on this long after the last wait, so that the next one need not begin it again. */
const followOnMs = 60_000;
/** The pause after reading the rows is this many times as long as the reading, but never longer than a caller notices. */
const pausePerLook = { times: 20, longestMs: 50 };

/** Why a wait is over. The caller waited for one of the first two. */
type WaitEnd = 'ended' | 'time' | 'left' | 'closed';

/** The longest wait of a call for the end of a batch. */
export interface Wait {
  readonly ms: number;
  /** Aborts when the caller has left. */
  readonly signal?: AbortSignal;
}

/** How many calls may wait at the same time; further ones do not wait. */
export interface WaitLimits {
  readonly inAll: number;
  /** Calls of one member and client, so that nobody takes the places of others. */
  readonly perOwner: number;
}

/** One call that waits. */
export interface Waiter {
  /** Resolves when the wait is over; never rejects. */
  readonly over: Promise<WaitEnd>;
  /** Frees its place, if it still has it. */
  leave(): void;
}

interface Place {
  readonly batchId: number;
  readonly owner: string;
  readonly end: (why: WaitEnd) => void;
}

/**
 * The calls of a process that wait for the ends of batches. Together they follow the news once and, in case some is lost, read the rows once
 * a second; without calls, nothing runs.
 */
export class BatchWaits {
  readonly #batches: Pick<BatchStore, 'endedAmong'>;
  readonly #changes: BatchChanges | undefined;
  readonly #limits: WaitLimits;
  readonly #places = new Map<number, Set<Place>>();
  readonly #perOwner = new Map<string, number>();
  #count = 0;
  #closed = false;
  #looking = false;
  #lookAgain = false;
  #timer: NodeJS.Timeout | undefined;
  #unfollow: StopFollowing | undefined;
  #unfollowTimer: NodeJS.Timeout | undefined;

  constructor(batches: Pick<BatchStore, 'endedAmong'>, changes: BatchChanges | undefined, limits: WaitLimits) {
    this.#batches = batches;
    this.#changes = changes;
    this.#limits = limits;
  }

  /** Calls that wait now. */
  get count(): number {
    return this.#count;
  }

  /**
   * Begins a wait. Read the batch afterwards: an earlier end is not reported. Answers undefined if too many calls wait, in all or of
   * this caller, or if waiting is closed.
   */
  enter(batchId: number, caller: BatchOwner, { ms, signal }: Wait): Waiter | undefined {
    const owner = JSON.stringify([caller.memberCode, caller.clientId]);
    const { inAll, perOwner } = this.#limits;
    if (this.#closed || this.#count >= inAll || this.#countOf(owner) >= perOwner) return undefined;
    const { promise: over, resolve } = Promise.withResolvers<WaitEnd>();
    const place: Place = {
      batchId,
      owner,
      end: (why) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        this.#remove(place);
        resolve(why);
      },
    };
    const onAbort = () => place.end('left');
    const timer = setTimeout(() => place.end('time'), ms);
    this.#add(place);
    if (signal?.aborted === true) onAbort();
    else signal?.addEventListener('abort', onAbort);
    return { over, leave: () => place.end('left') };
  }

  /** Ends all waits, and allows no new ones. */
  close(): void {
    this.#closed = true;
    for (const places of this.#places.values()) for (const place of places) place.end('closed');
    this.#stopFollowing();
  }

  #add(place: Place): void {
    const places = this.#places.get(place.batchId) ?? new Set();
    this.#places.set(place.batchId, places.add(place));
    this.#perOwner.set(place.owner, this.#countOf(place.owner) + 1);
    this.#count++;
    clearTimeout(this.#unfollowTimer);
    this.#unfollow ??= this.#changes?.followEnded((batchId) => this.#hear(batchId));
    this.#timer ??= setInterval(() => this.#look(), lookEveryMs);
  }

  #remove(place: Place): void {
    const places = this.#places.get(place.batchId);
    if (places?.delete(place) !== true) return;
    if (places.size === 0) this.#places.delete(place.batchId);
    const others = this.#countOf(place.owner) - 1;
    if (others === 0) this.#perOwner.delete(place.owner);
    else this.#perOwner.set(place.owner, others);
    this.#count--;
    if (this.#count > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    clearTimeout(this.#unfollowTimer);
    this.#unfollowTimer = setTimeout(() => this.#stopFollowing(), followOnMs).unref();
  }

  #countOf(owner: string): number {
    return this.#perOwner.get(owner) ?? 0;
  }

  #stopFollowing(): void {
    clearTimeout(this.#unfollowTimer);
    void this.#unfollow?.();
    this.#unfollow = undefined;
  }

  #hear(batchId: number | undefined): void {
    if (batchId === undefined) this.#look();
    else this.#end(batchId);
  }

  #end(batchId: number): void {
    for (const place of this.#places.get(batchId) ?? []) place.end('ended');
  }

  #look(): void {
    this.#lookAgain = true;
    if (!this.#looking) void this.#keepLooking();
  }

  /** News may come faster than the rows for many waiting calls can be read. */
  async #keepLooking(): Promise<void> {
    this.#looking = true;
    while (this.#lookAgain && this.#count > 0) {
      this.#lookAgain = false;
      const start = performance.now();
      // A database that does not answer now is asked again by the timer.
      const ended = await this.#batches.endedAmong([...this.#places.keys()]).catch(() => []);
      const tookMs = performance.now() - start;
      for (const batchId of ended) this.#end(batchId);
      await sleep(Math.min(tookMs * pausePerLook.times, pausePerLook.longestMs), undefined, { ref: false });
    }
    this.#looking = false;
  }
}
