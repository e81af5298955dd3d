import type { CallOptions } from '../calls/data-api.js';

/** Progress of a batch, or of fetching its records. */
export interface Progress {
  readonly batchId: string;
  /** Whether the batch waits for a worker, is being produced, or is being fetched. */
  readonly phase: 'waiting' | 'producing' | 'fetching';
  /** Number of records produced or fetched. */
  readonly done: number;
  /** Total number of records, if known. */
  readonly total: number | undefined;
  /** The position in the queue while the batch waits; the first position is 1. */
  readonly queuePosition: number | undefined;
  /** Fetched bytes, uncompressed. */
  readonly bytes: number;
}

/** Options for waiting until a batch is finished. */
export interface BatchOptions extends CallOptions {
  /**
   * Called when the batch is requested, while it is produced, and for each page of records. If this function is set,
   * the client asks for the details of the batch every few seconds, which costs additional calls.
   */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** The maximum time to wait for the batch. Default 3600. */
  readonly batchTimeoutSeconds?: number | undefined;
}

/** Options of a new batch. */
export interface BatchRequestOptions extends BatchOptions {
  /**
   * If a request with the same key is repeated, the answer is the same batch until the batch is removed. So with
   * a key of its own, a download does not request a failed batch again. Default: a new key for each download.
   */
  readonly idempotencyKey?: string | undefined;
  /**
   * If a finished batch with the same criteria exists and its data is at most this old, the platform may return this
   * batch instead of a new one.
   */
  readonly reuseSeconds?: number | undefined;
  /**
   * Requests only records that were added or changed since the snapshot of this cursor (`changeCursor` of an earlier
   * batch). If `changesOnly` of the finished batch is false, the batch has all records.
   */
  readonly changesSince?: string | undefined;
}

/** Options for fetching records. */
export interface FetchOptions {
  /** The maximum number of records of one get call. Default 10000, or the limit of the installation. */
  readonly recordsPerGet?: number | undefined;
  /**
   * The desired size of an uncompressed get answer. The client adapts the number of requested records to this size.
   * Default 4 MiB.
   */
  readonly bytesPerGet?: number | undefined;
  /** The number of simultaneous get calls, at most 16. The memory holds one page more than this number. Default 1. */
  readonly parallelGets?: number | undefined;
  /**
   * Who acknowledges slips. Slips count as downloaded only after the acknowledgement. With `by-page` (default), iteration
   * acknowledges each page. With `by-caller`, only `Download.acknowledge` acknowledges slips.
   */
  readonly acknowledge?: 'by-page' | 'by-caller' | undefined;
}

/** Options of a download's request and of fetching its records. */
export type DownloadOptions = BatchRequestOptions & FetchOptions;
/** Options for resuming a download with an existing batch. */
export type ResumeOptions = BatchOptions & FetchOptions;

/**
 * The position of the first record of a batch that is not processed yet. A program that may be interrupted can store
 * this value, because it is plain data.
 */
export interface BatchPosition {
  readonly batchId: string;
  /** Default 1. */
  readonly seqFrom?: number | undefined;
}

/** A batch whose records can be fetched. */
export interface FinishedBatch {
  readonly batchId: string;
  /** `record_count`; 0 if the batch finished without data. */
  readonly recordCount: number;
  /** The number of records that report a refusal. In an upload, this is the number of refused orders. */
  readonly errorCount: number;
  /**
   * The cursor of this batch's snapshot, if the platform records changes. A later download can use the cursor as
   * `changesSince`.
   */
  readonly changeCursor: string | undefined;
  /**
   * Whether the batch has only records that were added or changed since the snapshot of `changesSince`.
   * `client.batches.removed` then lists the removed records.
   */
  readonly changesOnly: boolean;
  /** Age of the data in seconds, if an existing batch was reused. */
  readonly ageSeconds: number | undefined;
}
