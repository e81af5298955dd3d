import type { BatchState } from './batch-state.js';

/** Who requested a batch. A batch belongs to the member and the client together (Spec 4.6). */
export interface BatchOwner {
  readonly memberCode: string;
  readonly clientId: string;
}

/** Who asks for a batch: its owner, or somebody who reads the batches of all clients of the member. */
export interface BatchReader extends BatchOwner {
  /** May read the batches of other clients of the member, but not end them. */
  readonly memberWide?: boolean;
}

/** One batch as stored. Times are epoch milliseconds. */
export interface Batch extends BatchOwner {
  /** Increasing, below 2^53. */
  readonly id: number;
  readonly functionName: string;
  /** By which the function selects its records: plain JSON. */
  readonly criteria: unknown;
  readonly state: BatchState;
  /** The fencing token: grows with every claim. Segments of another attempt are never read. 0 before the first claim. */
  readonly attempt: number;
  /** Attempts that ended in an error or in the death of their worker. A clean hand-back is not one. */
  readonly failures: number;
  readonly requestedAt: number;
  /** A waiting batch is not claimed before this instant. 0 for a new one, which is due at once, even if clocks differ. */
  readonly notBefore: number;
  readonly startedAt: number | undefined;
  readonly endedAt: number | undefined;
  /** The instant whose data the batch holds. */
  readonly snapshotAt: number | undefined;
  /** Set when the state becomes final. After this instant the batch is unknown to everybody. */
  readonly expiresAt: number | undefined;
  /** When somebody last read its records, as far as it has been stored; see `BatchStore.noteReads`. */
  readonly lastReadAt: number | undefined;
  readonly leaseOwner: string | undefined;
  readonly leaseUntil: number | undefined;
  /** Records produced so far by the current attempt; after `finished` their number. */
  readonly recordCount: number;
  /** The final number of records, if the function knows it. */
  readonly recordsExpected: number | undefined;
  /** Bytes of the records with their separators, uncompressed. */
  readonly rawBytes: number;
  /** How many of the records report an error. */
  readonly errorCount: number;
  /** The cursor of the request: the batch has only the records that changed since then, and the keys of removed ones. */
  readonly changesSince: string | undefined;
  /** With `finished` and `empty`: a later batch may ask for the changes since this one. */
  readonly changeCursor: string | undefined;
  /** The number of keys of removed records, and their bytes with separators, uncompressed. */
  readonly removedCount: number;
  readonly removedBytes: number;
  /** Bytes of the input, as stored; 0 without an input. */
  readonly inputBytes: number;
  /** Bytes of the stored segments and of the input. */
  readonly storedBytes: number;
  /** Why the batch failed, or why its last attempt did; its owner may read it. */
  readonly reason: string | undefined;
  /** The trace of its request and attempts, as a W3C `traceparent`; undefined without tracing. */
  readonly trace: string | undefined;
}

/** The claim of an attempt on its batch. It is void as soon as the batch has another attempt or another state. */
export interface HeldBatch {
  readonly id: number;
  readonly attempt: number;
}

/** Reads at most 18 decimal digits (Spec 2.3); undefined for any other text. */
export function parseBatchId(text: string): number | undefined {
  if (!/^\d{1,18}$/.test(text)) return undefined;
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}
