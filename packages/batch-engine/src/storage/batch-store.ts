import type { Batch, BatchOwner, BatchReader, HeldBatch } from '../batch/batch.js';
import type { BatchLimits } from '../batch/batch-settings.js';
import type { AttemptOutcome } from '../batch/batch-state.js';

/** A batch to be added; it will wait. Times are epoch milliseconds. */
export interface NewBatch extends BatchOwner {
  readonly functionName: string;
  readonly criteria: unknown;
  /** Bytes that the batch is made of, in pieces. */
  readonly input?: readonly Uint8Array[];
  readonly requestedAt: number;
  /** @see Batch.changesSince */
  readonly changesSince?: string;
  /** The key, and a digest of the body that came with it. */
  readonly idempotency?: { readonly key: string; readonly digest: string };
  /** @see Batch.trace */
  readonly trace?: string;
  /** They are never exceeded, however many processes add batches at the same time. */
  readonly limits?: BatchLimits;
}

/** The batch that a request got. */
export interface AddedBatch {
  readonly id: number;
  /** `repeated`: the key is known with the same digest; `mismatch`: with another one. */
  readonly outcome: 'added' | 'repeated' | 'mismatch';
}

/** A batch that may answer another request of its owner. */
export interface ReusableBatch extends BatchOwner {
  readonly functionName: string;
  readonly selection: string;
  /** Only a snapshot of this instant or a later one. */
  readonly snapshotFrom: number;
  readonly now: number;
}

/** A worker asks for the next batch. Times are epoch milliseconds. */
export interface Claim {
  /** The worker's name. */
  readonly owner: string;
  readonly now: number;
  readonly leaseUntil: number;
  /** Functions that the worker can run. */
  readonly functionNames: readonly string[];
  /** Batches of one member that may run at once, over all workers. */
  readonly runningPerMember: number;
}

/** The progress of an attempt, and how long it wants to hold its batch. Times are epoch milliseconds. */
export interface Progress {
  readonly leaseUntil: number;
  readonly recordCount: number;
  readonly recordsExpected: number | undefined;
  readonly snapshotAt: number | undefined;
}

/** How an attempt ends. */
export interface AttemptEnd {
  readonly state: AttemptOutcome;
  readonly now: number;
  /** Only if the lease is still this one, so that nobody ends an attempt that its worker has just renewed. */
  readonly leaseUntil?: number | undefined;
  /** With a final state. */
  readonly expiresAt?: number;
  /** With `waiting`: not claimed again before. */
  readonly notBefore?: number;
  /** The attempt counts as failed. */
  readonly failed?: boolean;
  readonly reason?: string;
  /** With `finished` and `empty`: the instant of the data. */
  readonly snapshotAt?: number | undefined;
  /** With `finished` and `empty`: a digest of the selection, if the batch may answer other requests with the same selection. */
  readonly selection?: string | undefined;
  /** With `finished`. */
  readonly recordCount?: number;
  readonly rawBytes?: number;
  readonly errorCount?: number;
  readonly changeCursor?: string;
  readonly removedCount?: number;
  readonly removedBytes?: number;
  /** Without the input. */
  readonly storedBytes?: number;
}

/** Somebody has read the records of a batch. */
export interface BatchRead {
  readonly id: number;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** How many batches of a function are in an unfinished state. */
export interface FunctionCount {
  readonly functionName: string;
  readonly state: 'waiting' | 'processing';
  readonly count: number;
}

/** An unfinished batch ends without records. Times are epoch milliseconds. */
export interface Cancellation {
  readonly now: number;
  readonly expiresAt: number;
  /** Only if no attempt has ever begun. */
  readonly unbegun?: boolean;
}

/** Criteria of more characters, as JSON, are not kept with what is left of a removed batch. */
export const keptCriteriaLength = 16_384;

/** A page of a list, newest first. `now` is in epoch milliseconds: batches that have expired by then are not listed. */
export interface BatchPage {
  /** Only batches older than this id. */
  readonly before?: number;
  readonly limit: number;
  readonly now: number;
  /** Also expired ones, as long as anything is known about them. */
  readonly expired?: boolean;
}

/**
 * Port: the rows of batches, their states, leases and fencing tokens. The row is the truth about a batch; a queue may
 * only wake a worker. An adapter guarantees:
 *
 * - every method is one atomic, durable step, whoever else works on the same batches;
 * - a batch changes its state only as `batchTransitions` allows, and a method of an attempt has an effect only while the batch
 *   is `processing` under exactly that attempt; otherwise nothing changes and the answer is `false`;
 * - a claim makes `attempt` one greater than ever before on that batch.
 */
export abstract class BatchStore {
  /**
   * Adds a waiting batch with its input, or answers the one that was added under the same key and has not expired at
   * `requestedAt`.
   *
   * @throws BatchError `too-many-batches`, `too-much-stored` where it would go beyond its limits; nothing is added then
   */
  abstract add(batch: NewBatch): Promise<AddedBatch>;
  /**
   * Answers the batch of a key as `add` would, before the batch is added; undefined for a batch without a key, or with a key that is
   * free now.
   */
  abstract findKey(batch: NewBatch): Promise<AddedBatch | undefined>;
  /** The unexpired batch of this selection with the newest snapshot. */
  abstract findReusable(asked: ReusableBatch): Promise<Batch | undefined>;
  /**
   * Adds no batch, but binds the key of the given one to the batch `id`, as long as that is kept. A key that is known already keeps its
   * batch. Answers the batch of the key: `added` means that it is bound now.
   */
  abstract bindKey(id: number, batch: NewBatch): Promise<AddedBatch>;
  /** The batch in any state, also an expired one until it is removed. */
  abstract find(id: number): Promise<Batch | undefined>;
  /** The facts that are kept of a removed batch, if they are not forgotten at `now`. Criteria that are too long are undefined. */
  abstract findRemoved(id: number, now: number): Promise<Batch | undefined>;
  /** Answers which of these batches are in a final state, in any order. */
  abstract endedAmong(ids: readonly number[]): Promise<readonly number[]>;
  /** The pieces of the input of a batch, as they were added; none without an input. No other method reads them. */
  abstract readInput(id: number): Promise<readonly Uint8Array[]>;
  /** The batches that somebody may read, newest first; expired ones only on request. */
  abstract list(reader: BatchReader, page: BatchPage): Promise<readonly Batch[]>;
  /** How many waiting batches of the same member were requested before this one; 10,000 or more may all count as 10,000. */
  abstract countWaitingBefore(id: number): Promise<number>;
  /**
   * Claims the next waiting batch in turn. The member below its limit with the fewest running batches comes first; among equals the
   * member that was served longest ago. The oldest batch of that member comes first.
   */
  abstract claimNext(claim: Claim): Promise<Batch | undefined>;
  /** All batches that are processing. */
  abstract running(): Promise<readonly Batch[]>;
  /** Extends the lease and stores the progress of the attempt. */
  abstract renew(held: HeldBatch, progress: Progress): Promise<boolean>;
  /** Ends the attempt. */
  abstract end(held: HeldBatch, end: AttemptEnd): Promise<boolean>;
  /** Cancels a waiting or processing batch; false for one in a final state, or one that has begun although `unbegun` is asked for. */
  abstract cancel(id: number, cancellation: Cancellation): Promise<boolean>;
  /** Sets the expiry of a batch in a final state; false for one that has expired at `now`. */
  abstract setExpiry(id: number, expiry: { now: number; expiresAt: number }): Promise<boolean>;
  /** Keeps the data of a batch until then, although the batch itself may have expired. */
  abstract keepForReaders(id: number, until: number): Promise<void>;
  /** Stores when batches were last read, each named once. A later time that is stored already stays; removed batches are ignored. */
  abstract noteReads(reads: readonly BatchRead[]): Promise<void>;
  /** Batches that expired before `expiredBefore` and have no reader at `now`. */
  abstract removable(limits: { expiredBefore: number; now: number; limit: number }): Promise<readonly Batch[]>;
  /**
   * Removes a batch in a final state, and its input. The caller has removed its segments before.
   *
   * @param rowUntil until then `findRemoved` and lists of expired batches still know it; without it, the batch is forgotten at once
   */
  abstract remove(id: number, rowUntil?: number): Promise<void>;
  /** Forgets removed batches that were kept until `now` or before, at most `limit`; answers how many. */
  abstract forgetRows(now: number, limit: number): Promise<number>;
  /**
   * Checks `limit` owners in the order of member and client, after this one or from the first on, and forgets those without batches.
   * Facts of removed batches stay. Answers the last owner it checked, and undefined at the end.
   */
  abstract forgetOwners(after: BatchOwner | undefined, limit: number): Promise<BatchOwner | undefined>;
  /** The number of batches in each unfinished state, for metrics. */
  abstract counts(): Promise<{ readonly waiting: number; readonly processing: number }>;
  /** The same by function, in any order, without zeros. Beyond 10,000 waiting batches, some may not be counted. */
  abstract countsByFunction(): Promise<readonly FunctionCount[]>;
  /** When the oldest waiting batch was requested, for metrics; undefined if none waits. */
  abstract oldestWaitingSince(): Promise<number | undefined>;
}
