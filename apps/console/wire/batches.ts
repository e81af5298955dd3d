import type { Instant } from './common.js';
import type { FunctionName } from './functions.js';

/** The state of a batch (Spec 3). The last four are final. */
export type BatchState = 'waiting' | 'processing' | 'finished' | 'empty' | 'cancelled' | 'failed';

/** Why a batch failed. There is always an English text; a Japanese one only for reasons of the platform itself. */
export interface FailureReason {
  readonly en: string;
  readonly ja?: string;
}

/** A batch of the member. */
export interface ConsoleBatch {
  readonly batchId: string;
  readonly functionName: FunctionName;
  readonly state: BatchState;
  /** The client that requested it; only batches of this console (`clientId` of the session) can be cancelled and discarded here. */
  readonly clientId: string;
  /** The number of existing records; of all, once the batch has `finished`. */
  readonly recordCount: number;
  /** The number of refused records among them; only uploads have any. A `finished` batch with some is not simply good. */
  readonly refusedCount: number;
  readonly recordsExpected?: number;
  /** The place in the queue, from 1; only while waiting. */
  readonly queuePosition?: number;
  readonly requestedAt: Instant;
  readonly startedAt?: Instant;
  /** The instant of the data. */
  readonly snapshotAt?: Instant;
  readonly endedAt?: Instant;
  /** When somebody last read its records, to about half a minute. */
  readonly lastReadAt?: Instant;
  /** How long its records are kept, as it is now: each read may put it off. */
  readonly expiresAt?: Instant;
  /** Attempts that have begun. */
  readonly attempts: number;
  /** From the request to the first attempt, and from there to the end, where both ends are known. Milliseconds. */
  readonly waitMs?: number;
  readonly runMs?: number;
  /** Only while it waits or is processed, and only if there is something to measure it by. */
  readonly estimatedEndAt?: Instant;
  readonly recordBytes: number;
  readonly storedBytes: number;
  /** Whether its records can be read: finished and still kept. */
  readonly isReadable: boolean;
  /** Ended, and its records are no longer kept: only this row is left. */
  readonly isGone: boolean;
  /** Holds only what has changed since an earlier batch. */
  readonly changesOnly: boolean;
  /** Why it failed. */
  readonly reason?: FailureReason;
  /** The request as a body of the platform, for the criteria in words and to request it again. Only in `GET /api/batches/{batchId}`, not for uploads. */
  readonly request?: Readonly<Record<string, unknown>>;
}

/** Answer of `GET /api/batches?limit=&cursor=`: newest first, with the rows whose records are gone. `limit` 1 to 200, default 100. */
export interface BatchPage {
  readonly batches: readonly ConsoleBatch[];
  /** Absent at the end. */
  readonly nextCursor?: string;
}

/** Answer of `GET /api/batches/{batchId}`. */
export interface BatchAnswer {
  readonly batch: ConsoleBatch;
}

/** Answer of `DELETE /api/batches/{batchId}`. */
export interface BatchEnded {
  readonly batchId: string;
  readonly outcome: 'cancelled' | 'discarded';
}

/** Answer of `POST /api/batches/{batchId}/again` and of `POST /api/requests/{name}`. */
export interface BatchRequested {
  readonly batchId: string;
  /** Fields of the request that the platform does not know and has ignored. */
  readonly ignored: readonly string[];
}

/**
 * Body of `POST /api/requests/{name}`: the fields of the download as the platform names them. Header `Idempotency-Key` (one per filled
 * form) makes it safe to send again.
 */
export type DownloadRequest = Readonly<Record<string, unknown>>;

/**
 * `GET /api/batches/events` (EventSource). The stream ends every few minutes, when the access token behind it does: EventSource reconnects
 * by itself, and each stream begins with `batches`. A 401 means that the session is over.
 *
 * The events by their names, with the JSON of their data:
 */
export interface BatchEvents {
  /** First of all: every unfinished batch and the newest ended ones (100 in all), newest first. Replaces what the page knew. */
  readonly batches: { readonly batches: readonly ConsoleBatch[]; readonly at: Instant };
  /** Batches that are new or have changed. */
  readonly changed: { readonly batches: readonly ConsoleBatch[]; readonly at: Instant };
  /** The platform cannot be reached; earlier news may be old. `fresh` follows. */
  readonly stale: { readonly requestId: string; readonly since: Instant };
  readonly fresh: { readonly at: Instant };
  /** The session is over; nothing follows. */
  readonly ended: Record<string, never>;
}

/**
 * `GET /api/batches/{batchId}/download?format=`: an attachment, with `Content-Length` for NDJSON and JSON, and `X-Record-Count`. CSV has
 * one row a record with lists as JSON; with `&of=LIST` (such as `detail_list`, `catalog`) one row for each element of that list.
 */
export type DownloadFormat = 'ndjson' | 'json' | 'csv';
