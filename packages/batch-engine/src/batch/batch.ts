import type { BatchState } from './batch-state.js';

/** The member and the client that requested a batch. A batch belongs to the member and the client together (Spec 4.6). */
export interface BatchOwner {
  readonly memberCode: string;
  readonly clientId: string;
}

/** The caller that asks for a batch: its owner, or a caller that may read the batches of all clients of the member. */
export interface BatchReader extends BatchOwner {
  /** If true, the caller may read the batches of the member's other clients, but cannot cancel or discard them. */
  readonly memberWide?: boolean;
  /**
   * The id of the user for whom the caller asks, if there is one. It is stored with the requested batch, and with the
   * facts about reads.
   */
  readonly userId?: string;
}

/** One batch in the form in which it is stored. All times of a batch are epoch milliseconds. */
export interface Batch extends BatchOwner {
  /** The number of the batch. Later batches have greater numbers, and all numbers are less than 2^53. */
  readonly id: number;
  readonly functionName: string;
  /** The id of the user for whom the client requested the batch, if there is such a user and the id is known. */
  readonly userId: string | undefined;
  /** The data by which the function selects its records, as plain JSON. */
  readonly criteria: unknown;
  readonly state: BatchState;
  /**
   * The number of the attempt, which increases each time the batch is claimed, so that it serves as a fencing token. Segments of
   * an earlier attempt are never read. The number of the attempt is 0 until the batch is claimed for the first time.
   */
  readonly attempt: number;
  /**
   * The number of attempts that ended with an error or because their worker died. An attempt that a stopping worker handed back
   * does not count as a failure.
   */
  readonly failures: number;
  readonly requestedAt: number;
  /**
   * The time before which a waiting batch must not be claimed. For a new batch the value is 0, so that the batch can be claimed
   * at once even if the clocks of two machines differ.
   */
  readonly notBefore: number;
  readonly startedAt: number | undefined;
  readonly endedAt: number | undefined;
  /** The instant whose data the batch contains. */
  readonly snapshotAt: number | undefined;
  /** The expiry, which is set when the state becomes final. When a batch has expired, it does not exist for any caller. */
  readonly expiresAt: number | undefined;
  /**
   * The time at which the records of the batch were last read. The times of the latest reads are possibly not stored yet; see
   * `BatchStore.noteReads`.
   */
  readonly lastReadAt: number | undefined;
  readonly leaseOwner: string | undefined;
  readonly leaseUntil: number | undefined;
  /** The number of records that the current attempt has produced so far or, for a finished batch, the number of its records. */
  readonly recordCount: number;
  /** The final number of records, if the function knows it in advance. */
  readonly recordsExpected: number | undefined;
  /** The number of bytes of all records with their separators, before compression. */
  readonly rawBytes: number;
  /** The number of records that report an error. */
  readonly errorCount: number;
  /**
   * The cursor in the request, if the request asked for changes. A batch of changes contains only the records that changed since
   * the cursor, and the keys of removed records.
   */
  readonly changesSince: string | undefined;
  /**
   * The cursor with which a later batch can ask for the changes since this batch. The cursor is set in the states `finished` and
   * `empty`.
   */
  readonly changeCursor: string | undefined;
  /**
   * The number of keys of removed records. `removedBytes` is the number of bytes of the removed keys with separators, before
   * compression.
   */
  readonly removedCount: number;
  readonly removedBytes: number;
  /** The number of bytes of the input as it is stored, or 0 without an input. */
  readonly inputBytes: number;
  /** The number of bytes of the stored segments and of the input. */
  readonly storedBytes: number;
  /** The reason why the batch, or its last attempt, failed. The owner may read the reason of a failure. */
  readonly reason: string | undefined;
  /**
   * The trace to which the request and the attempts of the batch belong, as a W3C `traceparent`, or undefined without tracing.
   */
  readonly trace: string | undefined;
}

/**
 * The right of an attempt to work on its batch. The right of an attempt ends as soon as the batch has another attempt or another
 * state.
 */
export interface HeldBatch {
  readonly id: number;
  readonly attempt: number;
}

/** Reads a batch number of at most 18 decimal digits (Spec 2.3), and returns undefined for any other text. */
export function parseBatchId(text: string): number | undefined {
  if (!/^\d{1,18}$/.test(text)) return undefined;
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}
