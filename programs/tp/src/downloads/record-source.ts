import {
  type BatchPosition,
  type BatchRequestOptions,
  type FinishedBatch,
  type PlatformClient,
  PlatformError,
  type Progress,
  type RecordLines,
  type ResumeOptions,
} from '@trading-platform/client';
import { type DownloadName, downloads, errorCode } from '@trading-platform/domain-types';

/** A batch of any function, whose records can be read. */
export interface Batch {
  readonly ready: Promise<FinishedBatch>;
  texts(): AsyncIterable<Uint8Array>;
  lines(): AsyncIterable<RecordLines>;
}

/** The calls that every download function offers. */
export interface Calls {
  download(request: object, options: BatchRequestOptions): Batch;
  resume(position: BatchPosition, options: ResumeOptions): Batch;
}

/** The calls of a download function, by its name in the contract. */
export function callsOf(client: PlatformClient, name: DownloadName): Calls {
  const { sdkName } = downloads[name];
  return { ...client.settings, master: client.master, trade: client.trade }[sdkName];
}

/** Whether an earlier batch can no longer be read because it has expired, was cancelled or has failed. */
export function isGone(error: unknown): error is PlatformError {
  if (!(error instanceof PlatformError)) return false;
  return error.code === 'batch-aborted' || error.code === 'batch-failed' || error.errorCode === errorCode.batchUnknown;
}

export interface RequestOptions {
  /** A repeated request with this key gets the same batch. */
  readonly requestKey: string;
  /** Requests only changes since the snapshot of this cursor. */
  readonly changesSince?: string | undefined;
  readonly signal: AbortSignal;
  /** Called with the batch number, at least once. */
  readonly onNumber: (batchId: string) => void;
  readonly onProgress: (progress: Progress) => void;
}

/**
 * Requests a batch and waits until it is finished. The number is reported as soon as it is known, so that an
 * interrupted caller can resume with it. The signal ends only the waiting: the platform continues to produce the batch,
 * and the same command can read it later.
 */
export async function requestBatch(calls: Calls, request: object, options: RequestOptions): Promise<FinishedBatch> {
  const { requestKey: idempotencyKey, changesSince, onNumber, onProgress } = options;
  const batch = calls.download(request, {
    idempotencyKey,
    changesSince,
    onProgress: (progress) => {
      onProgress(progress);
      onNumber(progress.batchId);
    },
  });
  const finished = await untilAborted(batch.ready, options.signal);
  onNumber(finished.batchId);
  return finished;
}

async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason as Error);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
