import type { CallOptions } from '../calls/data-api.js';

/** Progress of a batch, or of fetching its records. */
export interface Progress {
  readonly batchId: string;
  /** Waiting for a worker, being produced, or being fetched. */
  readonly phase: 'waiting' | 'producing' | 'fetching';
  /** Number of records produced or fetched. */
  readonly done: number;
  /** Total number of records, if known. */
  readonly total: number | undefined;
  /** Position in the queue while the batch waits, from 1. */
  readonly queuePosition: number | undefined;
  /** Fetched bytes, uncompressed. */
  readonly bytes: number;
}

/** Options for waiting until a batch is finished. */
export interface BatchOptions extends CallOptions {
  /**
   * Called at the request, while the batch is produced, and for each page of records. If it is set, the client asks for
   * the details of the batch every few seconds, which costs calls.
   */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Longest time to wait for the batch. Default 3600. */
  readonly batchTimeoutSeconds?: number | undefined;
}

/** Options of a new batch. */
export interface BatchRequestOptions extends BatchOptions {
  /**
   * A repeated request with the same key gets the same batch until the batch is removed. Default: a new key for each
   * download.
   */
  readonly idempotencyKey?: string | undefined;
  /** Accepts a finished batch with the same criteria if its data is at most this old, instead of a new one. */
  readonly reuseSeconds?: number | undefined;
  /**
   * Requests only records added or changed since the snapshot of this cursor (`changeCursor` of an earlier batch). If
   * `changesOnly` of the finished batch is false, it has all records.
   */
  readonly changesSince?: string | undefined;
}

/** Options for fetching records. */
export interface FetchOptions {
  /** Most records of one get call. Default 10000, or the limit of the installation. */
  readonly recordsPerGet?: number | undefined;
  /** Desired size of a get answer, uncompressed; the client adapts the number of records to it. Default 4 MiB. */
  readonly bytesPerGet?: number | undefined;
  /** Simultaneous get calls, at most 16. Memory holds one page more. Default 1. */
  readonly parallelGets?: number | undefined;
  /**
   * Who acknowledges slips, which count as downloaded only then. `by-page` (default): iteration acknowledges each page.
   * `by-caller`: only `Download.acknowledge` does.
   */
  readonly acknowledge?: 'by-page' | 'by-caller' | undefined;
}

/** Options of a download's request and of fetching its records. */
export type DownloadOptions = BatchRequestOptions & FetchOptions;
/** Options for resuming a download with an existing batch. */
export type ResumeOptions = BatchOptions & FetchOptions;

/** The first record of a batch that is not processed yet. It is plain data; an interruptible program can store it. */
export interface BatchPosition {
  readonly batchId: string;
  /** Default 1. */
  readonly seqFrom?: number | undefined;
}

/** A batch whose records can be fetched. */
export interface FinishedBatch {
  readonly batchId: string;
  /** `record_count`; 0 if it finished without data. */
  readonly recordCount: number;
  /** Number of records that report a refusal; for an upload, the refused orders. */
  readonly errorCount: number;
  /** The cursor of the snapshot for `changesSince` of a later download, if the platform records changes. */
  readonly changeCursor: string | undefined;
  /**
   * Whether the batch has only changes since an earlier snapshot, as requested; `client.batches.removed` lists removed
   * records.
   */
  readonly changesOnly: boolean;
  /** Age of the data in seconds, if an existing batch was reused. */
  readonly ageSeconds: number | undefined;
}
