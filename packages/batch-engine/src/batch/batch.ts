import type { BatchState } from './batch-state.js';

/** Who requested a batch. A batch belongs to the member and the client together (Spec 4.6). */
export interface BatchOwner {
  readonly memberCode: string;
  readonly clientId: string;
}

/** Who asks for a batch: its owner, or somebody who reads those of all clients of the member. */
export interface BatchReader extends BatchOwner {
  /** Also the batches of other clients of the member: to be read, not to be ended. */
  readonly memberWide?: boolean;
}

/** One batch as stored. Times are epoch milliseconds. */
export interface Batch extends BatchOwner {
  /** Increasing, below 2^53. */
  readonly id: number;
  readonly functionName: string;
  /** What the function needs to select its records: plain JSON. */
  readonly criteria: unknown;
  readonly state: BatchState;
  /** The fencing token: grows with every claim. Segments of another attempt are never read. 0 before the first claim. */
  readonly attempt: number;
  /** Attempts that ended in an error or in the death of their worker. A clean hand-back is not one. */
  readonly failures: number;
  readonly requestedAt: number;
  /** A waiting batch is not claimed before this instant. 0 for a new one, which is due whatever any clock says. */
  readonly notBefore: number;
  readonly startedAt: number | undefined;
  readonly endedAt: number | undefined;
  /** The instant whose data the batch holds. */
  readonly snapshotAt: number | undefined;
  /** Set when the state becomes final. After this instant the batch is unknown to everybody. */
  readonly expiresAt: number | undefined;
  /** When somebody last read its records, as far as it has been noted; see `BatchStore.noteReads`. */
  readonly lastReadAt: number | undefined;
  readonly leaseOwner: string | undefined;
  readonly leaseUntil: number | undefined;
  /** Records produced so far by the current attempt; after `finished` their number. */
  readonly recordCount: number;
  /** How many there will be, where the function knows. */
  readonly recordsExpected: number | undefined;
  /** Bytes of the records with their separators, uncompressed. */
  readonly rawBytes: number;
  /** Of `recordCount` those that tell of an error. */
  readonly errorCount: number;
  /** The cursor with which the batch was requested: it has only what has changed since, and the keys of what is gone. */
  readonly changesSince: string | undefined;
  /** With `finished` and `empty`: a later batch may have what has changed since this one. */
  readonly changeCursor: string | undefined;
  /** How many keys of removed records there are, and their bytes with separators, uncompressed. */
  readonly removedCount: number;
  readonly removedBytes: number;
  /** Bytes of the input, as stored. 0 where none came with the request. */
  readonly inputBytes: number;
  /** Bytes of the stored segments and of the input. */
  readonly storedBytes: number;
  /** Why the batch failed, or what its last attempt ended with; readable by its owner. */
  readonly reason: string | undefined;
  /** What its attempts belong to, as a W3C `traceparent`; nothing where its request was not traced. */
  readonly trace: string | undefined;
}

/** The claim under which an attempt works. It is void as soon as the batch has another attempt or another state. */
export interface HeldBatch {
  readonly id: number;
  readonly attempt: number;
}

/** Decimal digits, at most 18 (Spec 2.3); nothing for any other text. */
export function parseBatchId(text: string): number | undefined {
  if (!/^\d{1,18}$/.test(text)) return undefined;
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}
