import type { Batch, BatchOwner, BatchReader, HeldBatch } from '../batch/batch.js';
import type { BatchLimits } from '../batch/batch-settings.js';
import type { AttemptOutcome } from '../batch/batch-state.js';

/** A batch that is to be added. The first state of the batch is `waiting`. All times of a new batch are epoch milliseconds. */
export interface NewBatch extends BatchOwner {
  readonly functionName: string;
  /** @see Batch.userId */
  readonly userId?: string;
  readonly criteria: unknown;
  /** The input from which the batch is made, in compressed pieces. */
  readonly input?: readonly Uint8Array[];
  readonly requestedAt: number;
  /** @see Batch.changesSince */
  readonly changesSince?: string;
  /** The idempotency key, and a digest of the body that came with it. */
  readonly idempotency?: { readonly key: string; readonly digest: string };
  /** @see Batch.trace */
  readonly trace?: string;
  /** The limits of the owner are never exceeded, even if many processes add batches at the same time. */
  readonly limits?: BatchLimits;
}

/** The batch with which a request is answered. */
export interface AddedBatch {
  readonly id: number;
  /** `repeated`: the key is known with the same digest; `mismatch`: the key is known with a different digest. */
  readonly outcome: 'added' | 'repeated' | 'mismatch';
}

/** Describes a batch that may answer another request of its owner. */
export interface ReusableBatch extends BatchOwner {
  readonly functionName: string;
  readonly selection: string;
  /** The earliest time that the snapshot of the batch may have. */
  readonly snapshotFrom: number;
  readonly now: number;
}

/** The request of a worker for the next batch. All times of this request are epoch milliseconds. */
export interface Claim {
  /** The name of the worker. */
  readonly owner: string;
  readonly now: number;
  readonly leaseUntil: number;
  /** The names of the functions that the worker can run. */
  readonly functionNames: readonly string[];
  /** The maximum number of batches of one member that all workers together run at the same time. */
  readonly runningPerMember: number;
}

/**
 * The progress of an attempt, and the time until which the lease of the attempt is extended. All times of the progress are epoch
 * milliseconds.
 */
export interface Progress {
  readonly leaseUntil: number;
  readonly recordCount: number;
  readonly recordsExpected: number | undefined;
  readonly snapshotAt: number | undefined;
}

/** Describes the end of an attempt. */
export interface AttemptEnd {
  readonly state: AttemptOutcome;
  readonly now: number;
  /**
   * The expected end of the lease. If the lease now has another end, the attempt is not ended. The comparison with the expected
   * end prevents a worker from ending an attempt whose lease has just been renewed.
   */
  readonly leaseUntil?: number | undefined;
  /** The expiry of the batch, given with a final state. */
  readonly expiresAt?: number;
  /** The time before which the batch must not be claimed again, given with the state `waiting`. */
  readonly notBefore?: number;
  /** Whether the attempt counts as failed. */
  readonly failed?: boolean;
  readonly reason?: string;
  /** The instant of the data, given with the states `finished` and `empty`. */
  readonly snapshotAt?: number | undefined;
  /**
   * A digest of the selection, given with the states `finished` and `empty` if the batch may answer other requests with the same
   * selection.
   */
  readonly selection?: string | undefined;
  /** The number of records, given with the state `finished`. */
  readonly recordCount?: number;
  readonly rawBytes?: number;
  readonly errorCount?: number;
  readonly changeCursor?: string;
  readonly removedCount?: number;
  readonly removedBytes?: number;
  /** The number of stored bytes, without the input. */
  readonly storedBytes?: number;
}

/** Names a batch whose records a caller has read. */
export interface BatchRead {
  readonly id: number;
  /** The time of the read in epoch milliseconds. */
  readonly at: number;
}

/** The records of a batch that one client has read for one of its users. All times are epoch milliseconds. */
export interface Reading {
  readonly batchId: number;
  readonly clientId: string;
  /** The id of the user, or an empty text for a client without a user. */
  readonly userId: string;
  readonly firstAt: number;
  readonly lastAt: number;
  /**
   * The lowest and the highest number of the records that were read. The records between them were not necessarily all
   * read.
   */
  readonly seqFrom: number;
  readonly seqTo: number;
  /** The number of calls. */
  readonly reads: number;
}

/** The number of batches of a function in an unfinished state. */
export interface FunctionCount {
  readonly functionName: string;
  readonly state: 'waiting' | 'processing';
  readonly count: number;
}

/** Ends an unfinished batch without records. All times of a cancellation are epoch milliseconds. */
export interface Cancellation {
  readonly now: number;
  readonly expiresAt: number;
  /** If true, the batch is cancelled only if no attempt has begun. */
  readonly unbegun?: boolean;
}

/** The maximum length of criteria, as JSON characters, that are kept with the facts about a removed batch. */
export const keptCriteriaLength = 16_384;

/**
 * One page of a list, with the newest batch first. `now` is in epoch milliseconds. Batches that have expired at the time `now`
 * are not listed.
 */
export interface BatchPage {
  /** The number of a batch. Only batches with lower numbers than this number are listed. */
  readonly before?: number;
  readonly limit: number;
  readonly now: number;
  /** If true, batches that have expired are also listed, as long as anything is known about them. */
  readonly expired?: boolean;
}

/**
 * Port: the rows of batches with their states, leases and fencing tokens. The row of a batch is decisive. A queue only wakes
 * workers. An adapter guarantees:
 *
 * - every method is one atomic and durable step, even if others work on the same batches;
 * - the state of a batch changes only as `batchTransitions` allows, and a method of an attempt has an effect only while the batch
 *   is `processing` under exactly this attempt; otherwise nothing changes and the result is `false`;
 * - a claim gives the batch a value of `attempt` that is one greater than ever before.
 */
export abstract class BatchStore {
  /**
   * Adds a waiting batch with its input. If an earlier batch has the same key and has not expired at `requestedAt`,
   * adds nothing and returns the earlier batch.
   *
   * @throws BatchError `too-many-batches`, `too-much-stored` if the limits of the owner would be exceeded; then nothing
   * is added
   */
  abstract add(batch: NewBatch): Promise<AddedBatch>;
  /**
   * Returns the batch that `add` would return for a known key, but adds no batch. Returns undefined if the batch has no key, or
   * if no batch has this key now.
   */
  abstract findKey(batch: NewBatch): Promise<AddedBatch | undefined>;
  /** Returns the batch with this selection that has not expired and has the newest snapshot. */
  abstract findReusable(asked: ReusableBatch): Promise<Batch | undefined>;
  /**
   * Binds the key of the given batch to the batch `id`, as long as this batch is kept, and adds no batch. A key that is already
   * known remains bound to its batch. Returns the batch to which the key is bound. The outcome `added` means that the key is
   * bound now.
   */
  abstract bindKey(id: number, batch: NewBatch): Promise<AddedBatch>;
  /** Returns the batch in any state. An expired batch is also returned until it is removed. */
  abstract find(id: number): Promise<Batch | undefined>;
  /**
   * Returns the facts that are kept about a removed batch, unless they have expired at `now`. Criteria that are too long to be
   * kept are undefined.
   */
  abstract findRemoved(id: number, now: number): Promise<Batch | undefined>;
  /** Returns the batches among these that are in a final state, in any order. */
  abstract endedAmong(ids: readonly number[]): Promise<readonly number[]>;
  /**
   * Returns ended batches whose end has not been reported to the event log, in the order of their ends. Each batch is
   * returned again until `noteTold` names it.
   */
  abstract untold(limit: number): Promise<readonly Batch[]>;
  /** Notes that the ends of these batches have been reported. */
  abstract noteTold(ids: readonly number[]): Promise<void>;
  /** Returns the UUID of the database. Together with it, the number of a batch is unique over all databases. */
  abstract identity(): Promise<string>;
  /**
   * Returns the pieces of a batch's input, in the form in which they were added. A batch without an input has no pieces. No other
   * method reads the input.
   */
  abstract readInput(id: number): Promise<readonly Uint8Array[]>;
  /** Lists the batches that the caller may read, with the newest batch first. Expired batches are listed only on request. */
  abstract list(reader: BatchReader, page: BatchPage): Promise<readonly Batch[]>;
  /**
   * Returns the number of waiting batches of the same member that were requested before this batch. Numbers above 10,000 may be
   * returned as 10,000.
   */
  abstract countWaitingBefore(id: number): Promise<number>;
  /**
   * Claims the next waiting batch in turn. The member with the fewest running batches comes first, unless it has reached its
   * limit. Among members with equally many running batches, the member that was served longest ago comes first. The oldest
   * waiting batch of this member is claimed.
   */
  abstract claimNext(claim: Claim): Promise<Batch | undefined>;
  /** Returns all batches with the state `processing`. */
  abstract running(): Promise<readonly Batch[]>;
  /** Extends the lease and stores the progress of the attempt. */
  abstract renew(held: HeldBatch, progress: Progress): Promise<boolean>;
  /** Ends the attempt. */
  abstract end(held: HeldBatch, end: AttemptEnd): Promise<boolean>;
  /**
   * Cancels a waiting or processing batch. Returns false for a batch in a final state and, if `unbegun` is set, for a batch that
   * has begun.
   */
  abstract cancel(id: number, cancellation: Cancellation): Promise<boolean>;
  /** Sets the expiry of a batch in a final state. Returns false if the batch has already expired at `now`. */
  abstract setExpiry(id: number, expiry: { now: number; expiresAt: number }): Promise<boolean>;
  /** Keeps the data of a batch until this time, even if the batch itself has expired. */
  abstract keepForReaders(id: number, until: number): Promise<void>;
  /**
   * Stores the times at which batches were last read. Each batch may be named only once. If a later time is already
   * stored, that time is kept. Removed batches are ignored.
   */
  abstract noteReads(reads: readonly BatchRead[]): Promise<void>;
  /**
   * Adds new readings of batches to the stored readings. Each combination of batch, client and user may occur only
   * once. Removed batches are ignored.
   */
  abstract noteReadings(readings: readonly Reading[]): Promise<void>;
  /**
   * Returns the readings of a batch, with the last reading first. They are known as long as `findRemoved` knows the
   * batch.
   */
  abstract readingsOf(id: number, limit: number): Promise<readonly Reading[]>;
  /** Returns batches that expired before `expiredBefore` and have no reader at `now`. */
  abstract removable(limits: { expiredBefore: number; now: number; limit: number }): Promise<readonly Batch[]>;
  /**
   * Removes a batch in a final state, and its input. The caller must have removed the segments of the batch before.
   *
   * @param rowUntil the time until which `findRemoved` and lists of expired batches still know the batch; without it,
   * the batch is forgotten at once
   */
  abstract remove(id: number, rowUntil?: number): Promise<void>;
  /**
   * Deletes the facts about removed batches that were kept until `now` or an earlier time. At most `limit` entries are deleted,
   * and their number is returned.
   */
  abstract forgetRows(now: number, limit: number): Promise<number>;
  /**
   * Checks `limit` owners, ordered by member and client, and deletes the owners without batches. The check begins after the given
   * owner, or with the first owner. The stored facts about removed batches are not affected. Returns the last owner that was
   * checked, or undefined at the end.
   */
  abstract forgetOwners(after: BatchOwner | undefined, limit: number): Promise<BatchOwner | undefined>;
  /** Returns, for metrics, the numbers of waiting and of processing batches. */
  abstract counts(): Promise<{ readonly waiting: number; readonly processing: number }>;
  /**
   * Returns the number of unfinished batches for each function, in any order and without zeros. If more than 10,000 batches are
   * waiting, some of them are possibly not counted.
   */
  abstract countsByFunction(): Promise<readonly FunctionCount[]>;
  /** Returns the time when the oldest waiting batch was requested, for metrics, or undefined if no batch is waiting. */
  abstract oldestWaitingSince(): Promise<number | undefined>;
}
