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

/** A batch whose records can be read, whatever they are. */
export interface Batch {
  readonly ready: Promise<FinishedBatch>;
  texts(): AsyncIterable<Uint8Array>;
  lines(): AsyncIterable<RecordLines>;
}

/** A download function, whatever its requests and records are. */
export interface Calls {
  download(request: object, options: BatchRequestOptions): Batch;
  resume(position: BatchPosition, options: ResumeOptions): Batch;
}

/** The calls of a download function, by the name that the contract has for it. */
export function callsOf(client: PlatformClient, name: DownloadName): Calls {
  const { sdkName } = downloads[name];
  return { ...client.settings, master: client.master, trade: client.trade }[sdkName];
}

/** Whether a batch that was there before can no longer be read: expired, cancelled, failed. */
export function isGone(error: unknown): error is PlatformError {
  if (!(error instanceof PlatformError)) return false;
  return error.code === 'batch-aborted' || error.code === 'batch-failed' || error.errorCode === errorCode.batchUnknown;
}

export interface RequestOptions {
  /** The same key has the same batch. */
  readonly requestKey: string;
  /** Asks only for what has changed since the snapshot with this cursor. */
  readonly changesSince?: string | undefined;
  readonly signal: AbortSignal;
  /** Called with the number, once or more often. */
  readonly onNumber: (batchId: string) => void;
  readonly onProgress: (progress: Progress) => void;
}

/**
 * Requests a batch and waits until it is finished. Its number is told as soon as it is known: whoever is interrupted from then on can go
 * on with it. The signal ends only the waiting here; the batch goes on being made, as the same command takes it up.
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
