import { setTimeout as sleep } from 'node:timers/promises';
import { batchReason, workerEndedReason } from '@trading-platform/domain-types';
import type { Batch } from '../batch/batch.js';
import { BatchFailure } from '../batch/batch-error.js';
import type { BatchFunction } from '../batch/batch-function.js';
import { type BatchLog, silentLog } from '../batch/batch-log.js';
import {
  pollMsWithQueue,
  type RetentionSettings,
  retentionDefaults,
  type WorkerSettings,
  workerDefaults,
} from '../batch/batch-settings.js';
import { type Clock, systemClock } from '../batch/clock.js';
import { type Randomness, systemRandomness } from '../batch/randomness.js';
import type { BatchChanges, StopFollowing } from '../storage/batch-changes.js';
import type { AttemptEnd, BatchStore, Claim } from '../storage/batch-store.js';
import type { SegmentStore } from '../storage/segment-store.js';
import type { WorkQueue } from '../storage/work-queue.js';
import type { AttemptTracing } from './attempt-tracing.js';
import type { AttemptResult, EndedAttempt } from './ended-attempt.js';
import { Housekeeping } from './housekeeping.js';
import { Lapses } from './lapses.js';
import {
  type AttemptProgress,
  type AttemptTimes,
  noProgress,
  type ProducedTotals,
  produceBatch,
  unlessAborted,
} from './produce-batch.js';

/**
 * The stores, functions and settings of a worker. The stores and functions are required. `BatchStorage` contains the parts that
 * come from a database.
 */
export interface BatchWorkerOptions {
  readonly batches: BatchStore;
  readonly segments: SegmentStore;
  /** The functions that this worker can run. Batches of other functions are left to other workers. */
  readonly functions: readonly BatchFunction[];
  /** Wakes the worker when a batch begins to wait. */
  readonly changes?: BatchChanges;
  /** Wakes the worker when a batch becomes due, and when housekeeping is due. Without a queue, the worker polls more often. */
  readonly queue?: WorkQueue;
  readonly settings?: WorkerSettings;
  readonly retention?: RetentionSettings;
  /** Runs after each removal of expired batches, about once a minute in one of the workers. */
  readonly alsoKeepHouse?: (now: number) => Promise<void>;
  /**
   * Called when this worker has ended an attempt, either its own attempt or the attempt of a dead worker. The callback is meant
   * for metrics.
   */
  readonly onAttemptEnded?: (ended: EndedAttempt) => void;
  /** Observes the attempts of this worker. */
  readonly tracing?: AttemptTracing;
  readonly clock?: Clock;
  readonly randomness?: Randomness;
  readonly log?: BatchLog;
}

/** Thrown if the batch no longer belongs to this attempt, because it was cancelled or another worker took it over. */
class HoldLost extends Error {
  override readonly name = 'HoldLost';
}

/** Thrown if the worker stops and hands its batches back. */
class WorkerStopping extends Error {
  override readonly name = 'WorkerStopping';
}

const errorPauseMs = 1000;

/**
 * Takes waiting batches and produces their records. Any number of workers can run at the same time. If a worker dies and its
 * lease has expired, another worker produces the batch again from the first record, with a new snapshot.
 */
export class BatchWorker {
  readonly #batches: BatchStore;
  readonly #segments: SegmentStore;
  readonly #functions: ReadonlyMap<string, BatchFunction<unknown>>;
  readonly #settings: Required<WorkerSettings>;
  readonly #retention: Required<RetentionSettings>;
  readonly #clock: Clock;
  readonly #randomness: Randomness;
  readonly #log: BatchLog;
  readonly #onAttemptEnded: (ended: EndedAttempt) => void;
  readonly #tracing: AttemptTracing | undefined;
  readonly #name: string;
  readonly #lapses: Lapses;
  readonly #housekeeping: Housekeeping;
  readonly #changes: BatchChanges | undefined;
  readonly #queue: WorkQueue | undefined;
  readonly #running = new Map<number, { readonly ended: Promise<void>; readonly abort: AbortController }>();
  #stopping = new AbortController();
  #loop: Promise<void> | undefined;
  #listening: Promise<void> | undefined;
  #unfollow: StopFollowing | undefined;
  #housekeepingUnderWay: Promise<void> | undefined;
  #endPause: (() => void) | undefined;
  #woken = false;

  constructor(options: BatchWorkerOptions) {
    this.#batches = options.batches;
    this.#segments = options.segments;
    this.#functions = new Map(options.functions.map((each) => [each.name, each as BatchFunction<unknown>]));
    this.#changes = options.changes;
    this.#queue = options.queue;
    const pollMs = options.queue === undefined ? workerDefaults.pollMs : pollMsWithQueue;
    this.#settings = { ...workerDefaults, pollMs, ...options.settings };
    this.#retention = { ...retentionDefaults, ...options.retention };
    this.#clock = options.clock ?? systemClock;
    this.#randomness = options.randomness ?? systemRandomness;
    this.#log = options.log ?? silentLog;
    this.#onAttemptEnded = options.onAttemptEnded ?? (() => undefined);
    this.#tracing = options.tracing;
    this.#name = this.#randomness.uuid();
    this.#lapses = new Lapses(this.#clock, this.#settings.leaseMs);
    this.#housekeeping = new Housekeeping({ ...options, retention: this.#retention, clock: this.#clock });
  }

  /** The number of batches that this worker is running now. */
  get runningCount(): number {
    return this.#running.size;
  }

  /** The names of the functions that this worker can run. */
  get functionNames(): readonly string[] {
    return [...this.#functions.keys()];
  }

  /** Leases are renewed at this interval, so no worker looks for expired leases more often. */
  get #renewEveryMs(): number {
    return Math.min(this.#settings.renewMs, this.#settings.leaseMs / 6);
  }

  /** Starts to take waiting batches. */
  start(): void {
    if (this.#loop !== undefined) return;
    this.#stopping = new AbortController();
    this.#loop = this.#work();
    this.#listening = this.#listen();
    this.#unfollow = this.#changes?.followWaiting(() => this.wake());
  }

  /**
   * Takes no further batches, and hands the running batches back so that another worker can take them at once. Handing
   * a batch back does not count as a failed attempt. Resolves when all running batches have been handed back.
   */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.wake();
    await this.#unfollow?.();
    await Promise.all([this.#loop, this.#listening, this.#housekeepingUnderWay]);
    const running = [...this.#running.values()];
    for (const { abort } of running) abort.abort(new WorkerStopping('The worker stops'));
    await Promise.all(running.map(({ ended }) => ended));
    await this.#queue?.stopListening();
    this.#loop = undefined;
  }

  /** Searches for a waiting batch now, and not only at the next poll. */
  wake(): void {
    this.#woken = true;
    this.#endPause?.();
  }

  async #work(): Promise<void> {
    const { signal } = this.#stopping;
    let housekeepingAt = this.#clock.monotonic();
    let lapsesAt = housekeepingAt;
    while (!signal.aborted) {
      try {
        if (this.#clock.monotonic() >= lapsesAt) {
          lapsesAt = this.#clock.monotonic() + Math.max(this.#settings.pollMs, this.#renewEveryMs);
          await this.#endLapsed();
        }
        await this.#takeWaiting(signal);
        if (this.#queue === undefined && this.#clock.monotonic() >= housekeepingAt) {
          housekeepingAt = this.#clock.monotonic() + this.#settings.housekeepingMs;
          this.#housekeepingUnderWay ??= this.#keepHouse(signal);
        }
        await this.#pause(this.#settings.pollMs);
      } catch (error) {
        this.#log.error({ err: error }, 'The worker cannot look for batches');
        await this.#pause(errorPauseMs);
      }
    }
  }

  /**
   * Housekeeping runs at the same time as other work, so that waiting batches do not have to wait until very many expired batches
   * are removed.
   */
  async #keepHouse(signal: AbortSignal): Promise<void> {
    try {
      await this.#housekeeping.removeExpired(signal);
    } catch (error) {
      this.#log.error({ err: error }, 'Expired batches cannot be removed');
    } finally {
      this.#housekeepingUnderWay = undefined;
    }
  }

  /** If the worker cannot listen to the queue, it continues to poll and only finds work later. */
  async #listen(): Promise<void> {
    const { signal } = this.#stopping;
    const keepHouse = async () => {
      await this.#housekeeping.removeExpired(signal);
    };
    while (this.#queue !== undefined && !signal.aborted) {
      try {
        return await this.#queue.listen({ wake: () => this.wake(), keepHouse });
      } catch (error) {
        this.#log.error({ err: error }, 'The queue cannot be listened to');
        await sleep(errorPauseMs, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  async #takeWaiting(signal: AbortSignal): Promise<void> {
    while (this.#running.size < this.#settings.concurrency && !signal.aborted) {
      const batch = await this.#batches.claimNext(this.#claim());
      if (batch === undefined) return;
      this.#run(batch);
    }
  }

  #claim(): Claim {
    const now = this.#clock.now();
    return {
      owner: this.#name,
      now,
      leaseUntil: now + this.#settings.leaseMs,
      functionNames: [...this.#functions.keys()],
      runningPerMember: this.#settings.runningPerMember,
    };
  }

  /** Ends the attempts of workers that have not renewed their lease. */
  async #endLapsed(): Promise<void> {
    for (const batch of this.#lapses.among(await this.#batches.running())) {
      if (this.#running.has(batch.id)) continue;
      const end = this.#endOfFailedAttempt(batch, workerEndedReason(batch.failures + 1), false, 0);
      const ended = await this.#batches.end(batch, { ...end, leaseUntil: batch.leaseUntil });
      if (!ended) continue;
      this.#log.warn({ ...fieldsOf(batch), reason: end.reason }, 'Lease ran out');
      this.#reportFailure(batch, end);
    }
  }

  #run(batch: Batch): void {
    const abort = new AbortController();
    const attempt = () => this.#runAttempt(batch, abort);
    const ended = (this.#tracing === undefined ? attempt() : this.#tracing.attempt(batch, attempt))
      .then(() => undefined)
      .finally(() => {
        this.#running.delete(batch.id);
        this.wake();
      });
    this.#running.set(batch.id, { ended, abort });
  }

  async #runAttempt(batch: Batch, abort: AbortController): Promise<EndedAttempt | undefined> {
    try {
      return await this.#attempt(batch, abort);
    } catch (error) {
      // The state of the batch remains `processing`. When the lease of the batch has expired, another attempt begins.
      this.#log.error({ ...fieldsOf(batch), err: error }, 'The end of an attempt could not be stored');
      return undefined;
    }
  }

  async #attempt(batch: Batch, abort: AbortController): Promise<EndedAttempt> {
    this.#log.info(fieldsOf(batch), 'Batch taken');
    const progress = noProgress();
    const lease = this.#keepLease(batch, progress, abort);
    try {
      const totals = await produceBatch(
        batch,
        this.#functions.get(batch.functionName)!,
        {
          batches: this.#batches,
          segments: this.#segments,
          ...(this.#tracing === undefined ? {} : { part: this.#tracing.part }),
        },
        progress,
        abort.signal,
      );
      await unlessAborted(lease.renew(), abort.signal);
      abort.signal.throwIfAborted();
      const now = this.#clock.now();
      const state = totals.recordCount === 0 ? 'empty' : 'finished';
      const { snapshotAt, selection } = progress;
      const expiresAt = now + this.#retention.retentionMs;
      const end = { ...totals, state, now, expiresAt, snapshotAt, selection } as const;
      if (!(await this.#batches.end(batch, end))) throw new HoldLost('The batch was ended by somebody else');
      const times = roundedMs(progress);
      const ended = this.#reportEnd(batch, state, { totals, times });
      const { waitedMs, tookMs } = ended;
      this.#log.info({ ...fieldsOf(batch), ...totals, state, waitedMs, tookMs, ...times }, 'Batch produced');
      return ended;
    } catch (error) {
      return await this.#endUnfinished(batch, error);
    } finally {
      lease.stop();
    }
  }

  /**
   * The lease is renewed by its own timer. While the worker produces records, it waits only for the thread pool or the database,
   * so the timer is not blocked. If no renewal has succeeded for the whole length of the lease, another worker may have taken the
   * batch, so the attempt ends.
   */
  #keepLease(batch: Batch, progress: AttemptProgress, abort: AbortController) {
    const { leaseMs } = this.#settings;
    let renewedAt = this.#clock.monotonic();
    let renewing: Promise<void> | undefined;
    const renewOnce = async () => {
      const startedAt = this.#clock.monotonic();
      try {
        const { recordCount, recordsExpected, snapshotAt } = progress;
        const leaseUntil = this.#clock.now() + leaseMs;
        const held = await this.#batches.renew(batch, { recordCount, recordsExpected, snapshotAt, leaseUntil });
        if (held) renewedAt = startedAt;
        else abort.abort(new HoldLost('The batch was cancelled or taken over'));
      } catch (error) {
        this.#log.warn({ ...fieldsOf(batch), err: error }, 'The lease could not be renewed');
      }
    };
    const renew = () => {
      renewing ??= renewOnce().finally(() => {
        renewing = undefined;
      });
      return renewing;
    };
    const timer = setInterval(() => {
      if (this.#clock.monotonic() - renewedAt > leaseMs) abort.abort(new HoldLost('The lease ran out'));
      else void this.#countRecords(batch, progress).then(renew);
    }, this.#renewEveryMs);
    return { renew, stop: () => clearInterval(timer) };
  }

  /**
   * Counts the records once, and only for a batch that takes longer than a moment. If the records cannot be counted, the only
   * effect is that the progress is less exact.
   */
  async #countRecords(batch: Batch, progress: AttemptProgress): Promise<void> {
    const { count } = progress;
    progress.count = undefined;
    try {
      progress.recordsExpected ??= await count?.();
    } catch (error) {
      this.#log.warn({ ...fieldsOf(batch), err: error }, 'The records could not be counted');
    }
  }

  async #endUnfinished(batch: Batch, error: unknown): Promise<EndedAttempt> {
    if (error instanceof HoldLost) {
      this.#log.info(fieldsOf(batch), error.message);
      const lost = this.#reportEnd(batch, 'lost');
      await this.#removeIfCancelled(batch);
      return lost;
    }
    const now = this.#clock.now();
    if (error instanceof WorkerStopping) {
      await this.#batches.end(batch, { state: 'waiting', now, notBefore: 0 });
      this.#log.info(fieldsOf(batch), 'Batch handed back');
      return this.#reportEnd(batch, 'handed-back');
    }
    this.#log.error({ ...fieldsOf(batch), err: error }, 'The attempt failed');
    const known = error instanceof BatchFailure;
    const end = this.#endOfFailedAttempt(
      batch,
      known ? error.message : batchReason.notProduced,
      known && error.permanent,
      this.#backoffMs(batch),
    );
    await this.#removeSegments(batch);
    await this.#batches.end(batch, end);
    return this.#reportFailure(batch, end);
  }

  #reportEnd(
    batch: Batch,
    result: AttemptResult,
    made: { readonly totals: ProducedTotals; readonly times: AttemptTimes } | object = {},
  ): EndedAttempt {
    const now = this.#clock.now();
    const startedAt = batch.startedAt ?? now;
    const waitedMs = Math.max(0, startedAt - Math.max(batch.requestedAt, batch.notBefore));
    const tookMs = Math.max(0, now - startedAt);
    const ended: EndedAttempt = { functionName: batch.functionName, result, waitedMs, tookMs, ...made };
    // The end of the attempt has been stored, so an error in a listener must not turn the attempt into a failure.
    try {
      this.#onAttemptEnded(ended);
    } catch (error) {
      this.#log.error({ ...fieldsOf(batch), err: error }, 'The end of an attempt could not be reported');
    }
    return ended;
  }

  #reportFailure(batch: Batch, { state, reason }: AttemptEnd): EndedAttempt {
    const ended = this.#reportEnd(batch, state === 'failed' ? 'failed' : 'retried');
    if (state === 'failed') this.#log.error({ ...fieldsOf(batch), reason }, 'Batch failed');
    return ended;
  }

  #endOfFailedAttempt(batch: Batch, reason: string, permanent: boolean, backoffMs: number): AttemptEnd {
    const now = this.#clock.now();
    return permanent || batch.failures + 1 >= this.#settings.failuresAtMost
      ? { state: 'failed', now, failed: true, reason, expiresAt: now + this.#retention.retentionMs }
      : { state: 'waiting', now, failed: true, reason, notBefore: backoffMs === 0 ? 0 : now + backoffMs };
  }

  #backoffMs(batch: Batch): number {
    return Math.round(this.#settings.backoffMs * 2 ** batch.failures * (0.5 + this.#randomness.fraction()));
  }

  async #removeIfCancelled(batch: Batch): Promise<void> {
    const now = await this.#batches.find(batch.id);
    if (now?.state === 'cancelled') await this.#removeSegments(batch);
  }

  /** If segments cannot be removed now, they are removed when the batch expires. */
  async #removeSegments(batch: Batch): Promise<void> {
    try {
      await this.#segments.removeAttempt(batch);
    } catch (error) {
      this.#log.warn({ ...fieldsOf(batch), err: error }, 'Segments could not be removed');
    }
  }

  /** Pauses, but ends early if the worker is woken. If the worker was woken before this pause began, there is no pause. */
  async #pause(ms: number): Promise<void> {
    const pause = new AbortController();
    this.#endPause = () => pause.abort();
    if (!this.#woken && !this.#stopping.signal.aborted) {
      await sleep(ms, undefined, { signal: pause.signal }).catch(() => undefined);
    }
    this.#woken = false;
    this.#endPause = undefined;
  }
}

function roundedMs({ readMs, compressMs, writeMs }: AttemptProgress): AttemptTimes {
  return { readMs: Math.round(readMs), compressMs: Math.round(compressMs), writeMs: Math.round(writeMs) };
}

function fieldsOf({ id, functionName, memberCode, attempt, failures }: Batch) {
  return { batchId: String(id), functionName, memberCode, attempt, failures };
}
