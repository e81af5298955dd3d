import { setTimeout as sleep } from 'node:timers/promises';
import type { BatchOwner } from '../batch/batch.js';
import type { BatchChanges, StopFollowing } from '../storage/batch-changes.js';
import type { BatchStore } from '../storage/batch-store.js';

/** The time within which a change is found in the database if no notification about the change arrived. */
const lookEveryMs = 1_000;
/**
 * The time for which this process still listens to notifications after the last wait, so that the next wait need not begin to
 * listen again.
 */
const followOnMs = 60_000;
/**
 * The pause after a read of the rows, as a multiple of the duration of the read. The pause has a maximum, so that no
 * caller notices it.
 */
const pausePerLook = { times: 20, longestMs: 50 };

/**
 * The reason why a wait has ended. With the reason `ended` or `time`, the caller has waited until the end of the batch or for its
 * full time.
 */
type WaitEnd = 'ended' | 'time' | 'left' | 'closed';

/** The maximum time for which a call waits for the end of a batch. */
export interface Wait {
  readonly ms: number;
  /** A signal that is aborted when the caller has left. */
  readonly signal?: AbortSignal;
}

/** The maximum number of calls that may wait at the same time. Further calls do not wait. */
export interface WaitLimits {
  readonly inAll: number;
  /** The maximum number of waiting calls of one member and client, so that one caller cannot take all places. */
  readonly perOwner: number;
}

/** One call that is waiting. */
export interface Waiter {
  /** Resolves when the wait has ended, and never rejects. */
  readonly over: Promise<WaitEnd>;
  /** Frees the place of the call, if the call still has a place. */
  leave(): void;
}

interface Place {
  readonly batchId: number;
  readonly owner: string;
  readonly end: (why: WaitEnd) => void;
}

/**
 * All calls of a process that are waiting for batches to end. All waiting calls share one subscription to notifications. One read
 * of the rows per second serves all waiting calls, in case a notification is lost. If no call is waiting, nothing runs.
 */
export class BatchWaits {
  readonly #batches: Pick<BatchStore, 'endedAmong'>;
  readonly #changes: BatchChanges | undefined;
  readonly #limits: WaitLimits;
  readonly #places = new Map<number, Set<Place>>();
  readonly #perOwner = new Map<string, number>();
  /** The calls that do not wait for a batch. */
  readonly #held = new Set<{ readonly end: () => void }>();
  /** The number of calls that wait for batches. */
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

  /** The number of calls that are waiting now. */
  get count(): number {
    return this.#count + this.#held.size;
  }

  /**
   * Begins a wait. Read the batch after `enter`, because the end of a batch before `enter` is not reported. Returns
   * undefined if too many calls are waiting (in total or for this caller), or if waiting calls are no longer accepted.
   */
  enter(batchId: number, caller: BatchOwner, { ms, signal }: Wait): Waiter | undefined {
    const owner = ownerKey(caller);
    if (!this.#hasPlace(owner)) return undefined;
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

  /**
   * Takes one of the places for a call that does not wait for a batch. Returns the function that frees the place, or
   * undefined if there is no place.
   *
   * @param end called when waits must end
   */
  hold(caller: BatchOwner, end: () => void): (() => void) | undefined {
    const owner = ownerKey(caller);
    if (!this.#hasPlace(owner)) return undefined;
    const held = { end };
    this.#held.add(held);
    this.#perOwner.set(owner, this.#countOf(owner) + 1);
    return () => {
      if (this.#held.delete(held)) this.#free(owner);
    };
  }

  #hasPlace(owner: string): boolean {
    const { inAll, perOwner } = this.#limits;
    return !this.#closed && this.count < inAll && this.#countOf(owner) < perOwner;
  }

  #free(owner: string): void {
    const others = this.#countOf(owner) - 1;
    if (others === 0) this.#perOwner.delete(owner);
    else this.#perOwner.set(owner, others);
  }

  /** Ends all waits, and allows no new waits. */
  close(): void {
    this.#closed = true;
    for (const { end } of this.#held) end();
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
    this.#free(place.owner);
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

  /** Notifications may arrive more often than the rows of many waiting calls can be read. */
  async #keepLooking(): Promise<void> {
    this.#looking = true;
    while (this.#lookAgain && this.#count > 0) {
      this.#lookAgain = false;
      const start = performance.now();
      // If the database does not answer now, the rows are read again when the timer fires.
      const ended = await this.#batches.endedAmong([...this.#places.keys()]).catch(() => []);
      const tookMs = performance.now() - start;
      for (const batchId of ended) this.#end(batchId);
      await sleep(Math.min(tookMs * pausePerLook.times, pausePerLook.longestMs), undefined, { ref: false });
    }
    this.#looking = false;
  }
}

function ownerKey({ memberCode, clientId }: BatchOwner): string {
  return JSON.stringify([memberCode, clientId]);
}
