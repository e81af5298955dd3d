import type { Batch, BatchOwner, BatchReader, HeldBatch } from '../batch/batch.js';
import type { BatchLimits } from '../batch/batch-settings.js';
import type { AttemptOutcome } from '../batch/batch-state.js';

/** A batch that is to be added; it waits. Times are epoch milliseconds. */
export interface NewBatch extends BatchOwner {
  readonly functionName: string;
  readonly criteria: unknown;
  /** Bytes that the batch is made of, in pieces. */
  readonly input?: readonly Uint8Array[];
  readonly requestedAt: number;
  /** @see Batch.changesSince */
  readonly changesSince?: string;
  /** The key, and a digest of the body it came with. */
  readonly idempotency?: { readonly key: string; readonly digest: string };
  /** @see Batch.trace */
  readonly trace?: string;
  /** They hold exactly, however many processes add batches at the same time. */
  readonly limits?: BatchLimits;
}

/** The batch that a request has got. */
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

/**
 * What an attempt tells while it goes on, and for how long it wants to hold its batch. Times are epoch milliseconds.
 */
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
  /** With `finished` and `empty`: a digest of what was selected, if the batch may answer other requests of the same. */
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

/**
 * Which batches of a list are wanted, newest first. `now` is in epoch milliseconds: what has expired by then is not
 * listed.
 */
export interface BatchPage {
  /** Only batches older than this id. */
  readonly before?: number;
  readonly limit: number;
  readonly now: number;
  /** Also those that have expired, as long as anything is known of them. */
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
   * Where the key of a batch belongs that is not added yet, as `add` would answer; undefined for a batch without a key, or whose key
   * is free now.
   */
  abstract findKey(batch: NewBatch): Promise<AddedBatch | undefined>;
  /** Of the batches that ended with this selection and have not expired the one with the newest snapshot. */
  abstract findReusable(asked: ReusableBatch): Promise<Batch | undefined>;
  /**
   * Adds no batch, but binds the key of one that would be added to this batch, as long as it is kept. A key that is known already stays
   * where it is. Answers where the key belongs: `added` means that it is bound now.
   */
  abstract bindKey(id: number, batch: NewBatch): Promise<AddedBatch>;
  /** The batch whatever its state, expired ones too until they are removed. */
  abstract find(id: number): Promise<Batch | undefined>;
  /** What is left of a removed batch, if it is not forgotten at `now`. Its criteria are undefined if they are too long to be kept. */
  abstract findRemoved(id: number, now: number): Promise<Batch | undefined>;
  /** Those of these batches that are in a final state, in any order. */
  abstract endedAmong(ids: readonly number[]): Promise<readonly number[]>;
  /** The pieces of its input, as they were added; none without an input. No other method reads them. */
  abstract readInput(id: number): Promise<readonly Uint8Array[]>;
  /** The batches that somebody may read and that have not expired, unless asked for, newest first. */
  abstract list(reader: BatchReader, page: BatchPage): Promise<readonly Batch[]>;
  /** How many waiting batches of the same member were requested before this one; 10,000 or more may all count as 10,000. */
  abstract countWaitingBefore(id: number): Promise<number>;
  /**
   * Claims the waiting batch whose turn it is. The member below its limit with the fewest running batches comes first; among
   * equals the one that was served longest ago. Of a member's batches the oldest comes first.
   */
  abstract claimNext(claim: Claim): Promise<Batch | undefined>;
  /** Claims this batch if it waits, its time has come and its member is below the limit. */
  abstract claim(id: number, claim: Claim): Promise<Batch | undefined>;
  /** All batches that are processing. */
  abstract running(): Promise<readonly Batch[]>;
  /** Extends the lease and notes how far the attempt is. */
  abstract renew(held: HeldBatch, progress: Progress): Promise<boolean>;
  /** Ends the attempt. */
  abstract end(held: HeldBatch, end: AttemptEnd): Promise<boolean>;
  /** Cancels a waiting or processing batch; false for one in a final state, or that has begun and must not have. */
  abstract cancel(id: number, cancellation: Cancellation): Promise<boolean>;
  /** Sets when a batch in a final state expires; false for one that has expired at `now`. */
  abstract setExpiry(id: number, expiry: { now: number; expiresAt: number }): Promise<boolean>;
  /** Keeps the batch's data until then, although the batch itself may have expired. */
  abstract keepForReaders(id: number, until: number): Promise<void>;
  /** Notes when batches were last read, each named once. A later time that is known already stays; what is gone counts for nothing. */
  abstract noteReads(reads: readonly BatchRead[]): Promise<void>;
  /** Batches that expired before `expiredBefore` and that no reader holds at `now`. */
  abstract removable(limits: { expiredBefore: number; now: number; limit: number }): Promise<readonly Batch[]>;
  /**
   * Forgets a batch in a final state, and its input. Its segments have been removed before.
   *
   * @param rowUntil until when lists that ask for expired batches know it, and `findRemoved`; without, it is forgotten altogether
   */
  abstract remove(id: number, rowUntil?: number): Promise<void>;
  /** Forgets what was kept of removed batches until `now` or before, at most so many; answers how many. */
  abstract forgetRows(now: number, limit: number): Promise<number>;
  /**
   * Looks at so many owners, by member and client, behind this one or from the first on, and forgets what is kept for those that have no
   * batch any more; what is known of batches that were removed stays. Answers where to go on, nothing when it was through.
   */
  abstract forgetOwners(after: BatchOwner | undefined, limit: number): Promise<BatchOwner | undefined>;
  /** How many batches are in each unfinished state, for metrics. */
  abstract counts(): Promise<{ readonly waiting: number; readonly processing: number }>;
  /** The same by function, in any order; none where there are none. Of more than 10,000 waiting batches some may not count. */
  abstract countsByFunction(): Promise<readonly FunctionCount[]>;
  /** When the batch that has waited longest was requested, for metrics; nothing where none waits. */
  abstract oldestWaitingSince(): Promise<number | undefined>;
}
