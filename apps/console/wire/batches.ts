import type { Instant } from './common.js';
import type { FunctionName } from './functions.js';

/** The state of a batch (Spec 3). The last four are final. */
export type BatchState = 'waiting' | 'processing' | 'finished' | 'empty' | 'cancelled' | 'failed';

/**
 * Why a batch failed. There is always an English text. A Japanese text exists only for failures that the platform
 * itself explains.
 */
export interface FailureReason {
  readonly en: string;
  readonly ja?: string;
}

/** A batch of the member. */
export interface ConsoleBatch {
  readonly batchId: string;
  readonly functionName: FunctionName;
  readonly state: BatchState;
  /**
   * The client that requested the batch. The console can cancel or discard only its own batches, whose client is the
   * `clientId` of the session.
   */
  readonly clientId: string;
  /**
   * The `user_id` of the user for whom the batch was requested. Absent for an application without a user, or if the
   * user is not known.
   */
  readonly userId?: string;
  /** The number of records that exist so far. For a `finished` batch this is the final number. */
  readonly recordCount: number;
  /**
   * The number of refused records, which is 0 unless the batch is an upload. A `finished` batch with refused records
   * was not fully successful.
   */
  readonly refusedCount: number;
  readonly recordsExpected?: number;
  /** The place in the queue, counted from 1. The place is set only while the batch waits. */
  readonly queuePosition?: number;
  readonly requestedAt: Instant;
  readonly startedAt?: Instant;
  /** The records contain the data of this time. */
  readonly snapshotAt?: Instant;
  readonly endedAt?: Instant;
  /** When the records were last read, exact to about half a minute. */
  readonly lastReadAt?: Instant;
  /** The time until which the records are kept. Each read may extend this time. */
  readonly expiresAt?: Instant;
  /** The number of attempts that have begun. */
  readonly attempts: number;
  /**
   * The milliseconds from the request to the first attempt, and the milliseconds from the first attempt to the end. A
   * duration is absent if one of its two times is not known.
   */
  readonly waitMs?: number;
  readonly runMs?: number;
  /**
   * The estimated end. The estimate is set only while the batch waits or is processed, and only if there are
   * measurements to estimate from.
   */
  readonly estimatedEndAt?: Instant;
  readonly recordBytes: number;
  readonly storedBytes: number;
  /** Whether the records can be read. The records of a batch can be read if it has finished and they are still kept. */
  readonly isReadable: boolean;
  /** The batch has ended and its records are no longer kept. Only its entry in the list of batches is kept. */
  readonly isGone: boolean;
  /** The batch contains only the changes since an earlier batch. */
  readonly changesOnly: boolean;
  /** Why the batch failed. */
  readonly reason?: FailureReason;
  /**
   * The request body that was sent to the platform. The page describes the request in words and can send it again. The
   * request is set only in `GET /api/batches/{batchId}`, and not for uploads.
   */
  readonly request?: Readonly<Record<string, unknown>>;
}

/**
 * Answer of `GET /api/batches?limit=&cursor=`. The newest batch comes first. Batches whose records are no longer kept
 * are included. `limit` is a number from 1 to 200, by default 100.
 */
export interface BatchPage {
  readonly batches: readonly ConsoleBatch[];
  /** The cursor is absent on the last page. */
  readonly nextCursor?: string;
}

/** Answer of `GET /api/batches/{batchId}`. */
export interface BatchAnswer {
  readonly batch: ConsoleBatch;
}

/**
 * Answer of `GET /api/batches/{batchId}/readers`. The answer has at most 100 readers, and the last reader comes first.
 * The list is empty if nobody has read records, or if the data API does not know who did.
 */
export interface BatchReadersAnswer {
  readonly readers: readonly BatchReader[];
}

/** The records of a batch that an application has read, for one of its users or by itself. */
export interface BatchReader {
  readonly clientId: string;
  /** The `user_id` of the platform. Absent for an application without a user. */
  readonly userId?: string;
  readonly firstAt: Instant;
  readonly lastAt: Instant;
  /** The smallest and the largest number among the records that were read. */
  readonly from: number;
  readonly to: number;
  readonly reads: number;
}

/** Answer of `DELETE /api/batches/{batchId}`. */
export interface BatchEnded {
  readonly batchId: string;
  readonly outcome: 'cancelled' | 'discarded';
}

/** Answer of `POST /api/batches/{batchId}/again` and of `POST /api/requests/{name}`. */
export interface BatchRequested {
  readonly batchId: string;
  /** Fields of the request that the platform has ignored because it does not know them. */
  readonly ignored: readonly string[];
}

/**
 * Body of `POST /api/requests/{name}`. The fields of the download have the same names as on the platform. With the
 * header `Idempotency-Key` (one key for each filled form) it is safe to send the request again.
 */
export type DownloadRequest = Readonly<Record<string, unknown>>;

/**
 * `GET /api/batches/events` (EventSource). The stream ends every few minutes, together with its access token.
 * EventSource then reconnects by itself. Each stream begins with the event `batches`. Status 401 means that the session
 * has ended.
 *
 * The names of the events, each with its JSON data:
 */
export interface BatchEvents {
  /**
   * The first event of each stream. The event contains all unfinished batches and the newest ended batches, 100 in all,
   * newest first. The event replaces all batches that the page knew.
   */
  readonly batches: { readonly batches: readonly ConsoleBatch[]; readonly at: Instant };
  /** Batches that are new or have changed since the last event. */
  readonly changed: { readonly batches: readonly ConsoleBatch[]; readonly at: Instant };
  /** The platform cannot be reached, so the page's data may be old. `fresh` follows. */
  readonly stale: { readonly requestId: string; readonly since: Instant };
  readonly fresh: { readonly at: Instant };
  /** The session has ended. No further event follows. */
  readonly ended: Record<string, never>;
}

/**
 * `GET /api/batches/{batchId}/download?format=` answers with an attachment. The answer has the header `X-Record-Count`
 * and, for NDJSON and JSON, `Content-Length`. CSV and Excel workbooks have one row for each line of a record. With `&of=TABLE`
 * (such as `header`, `detail` or `catalog`) the file has the rows of that table, as in `tp download --table`.
 */
export type DownloadFormat = 'ndjson' | 'json' | 'csv' | 'xlsx';
