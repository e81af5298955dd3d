import type { CallOptions } from '../calls/data-api.js';

/** Where a batch stands, or how far its records have come. */
export interface Progress {
  readonly batchId: string;
  /** Waiting for a worker, being made, or being fetched. */
  readonly phase: 'waiting' | 'producing' | 'fetching';
  /** Records made or fetched so far. */
  readonly done: number;
  /** Records in all, as far as that is known. */
  readonly total: number | undefined;
  /** Place in the queue while the batch waits, from 1. */
  readonly queuePosition: number | undefined;
  /** Bytes fetched so far, not compressed. */
  readonly bytes: number;
}

/** What every batch takes until it is finished. */
export interface BatchOptions extends CallOptions {
  /**
   * Called whenever something is known: at the request, while the batch is made, and for each page of records. With it, the client
   * asks for details of the batch every few seconds, which costs calls.
   */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** How long to wait for the batch to finish. Default 3600. */
  readonly batchTimeoutSeconds?: number | undefined;
}

/** What a new batch takes besides. */
export interface BatchRequestOptions extends BatchOptions {
  /** A repeated request with the same key has the same batch, as long as it is kept. Default: a new key for each download. */
  readonly idempotencyKey?: string | undefined;
  /** Takes a finished batch with the same criteria whose data are at most so old, instead of having one made. */
  readonly reuseSeconds?: number | undefined;
  /**
   * Only what was added or changed since the snapshot with this cursor (`changeCursor` of a former batch). Where `changesOnly` of the
   * finished batch is not true, it holds all records.
   */
  readonly changesSince?: string | undefined;
}

/** How records are fetched. */
export interface FetchOptions {
  /** Most records of one get call. Default 10000, or as many as this installation allows. */
  readonly recordsPerGet?: number | undefined;
  /** Wanted size of one get's answer, not compressed; the number of records follows it. Default 4 MiB. */
  readonly bytesPerGet?: number | undefined;
  /** Get calls under way at once, at most 16. Memory holds one page more than that. Default 1. */
  readonly parallelGets?: number | undefined;
  /**
   * Who acknowledges slips, which count as downloaded only then. Default `by-page`: iterating does, page by page. `by-caller`:
   * nobody but `Download.acknowledge`.
   */
  readonly acknowledge?: 'by-page' | 'by-caller' | undefined;
}

/** How a download is requested, and how its records are fetched. */
export type DownloadOptions = BatchRequestOptions & FetchOptions;
/** How a download goes on whose batch exists. */
export type ResumeOptions = BatchOptions & FetchOptions;

/** A record of a batch: everything before it has been dealt with. Plain data, to be kept by whoever may be interrupted. */
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
  /** Of these records those that say that something was refused: of an upload, the orders that were not taken. */
  readonly errorCount: number;
  /** Names the snapshot for `changesSince` of a later download, where the platform keeps changes. */
  readonly changeCursor: string | undefined;
  /** Whether the batch holds only changes since a former snapshot, as was asked for; `client.batches.removed` has the rest. */
  readonly changesOnly: boolean;
  /** Age of the data in seconds, where a finished batch was taken. */
  readonly ageSeconds: number | undefined;
}
