import type { DownloadFormat } from '../../../wire/index.js';
import { send } from '../server/call.js';
import { CallError } from '../server/call-error.js';

/** The progress of a download. */
export interface SaveProgress {
  readonly bytes: number;
  /** The size of the whole file. The size is undefined if it is known only at the end of the download. */
  readonly totalBytes: number | undefined;
}

/** Whether pages in this browser can write to the disk during a download. */
export function canSave(): boolean {
  return typeof navigator.storage?.getDirectory === 'function' && 'createWritable' in FileSystemFileHandle.prototype;
}

export function downloadAddress(batchId: string, format: DownloadFormat): string {
  return `/api/batches/${encodeURIComponent(batchId)}/download?${new URLSearchParams({ format })}`;
}

/**
 * Downloads a batch to the browser's private file storage, and gives the user the file only when it is complete. So
 * memory use does not grow with the size of the batch, and the user never gets an incomplete file.
 *
 * @throws CallError
 */
export async function saveDownload(
  batchId: string,
  format: DownloadFormat,
  name: string,
  onProgress: (progress: SaveProgress) => void,
  signal: AbortSignal,
): Promise<void> {
  const answer = await send(downloadAddress(batchId, format), { signal });
  const length = answer.headers.get('Content-Length');
  const totalBytes = length === null || answer.headers.has('Content-Encoding') ? undefined : Number(length);
  const folder = await navigator.storage.getDirectory();
  const handle = await folder.getFileHandle(`${Date.now()}-${name}`, { create: true });
  try {
    let bytes = 0;
    const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        onProgress({ bytes, totalBytes });
        controller.enqueue(chunk);
      },
    });
    await (answer.body as ReadableStream<Uint8Array<ArrayBuffer>>)
      .pipeThrough(counted)
      .pipeTo(await handle.createWritable(), { signal });
    if (totalBytes !== undefined && bytes !== totalBytes)
      throw new RangeError(`${bytes} of ${totalBytes} bytes have come`);
    handOver(await handle.getFile(), name);
  } catch (error) {
    await folder.removeEntry(handle.name).catch(() => undefined);
    if (signal.aborted) throw error;
    throw CallError.unreachable('The download broke off', error);
  }
}

/** After this time the browser has certainly finished copying the file for the user. */
const keptMs = 60 * 60 * 1_000;

/**
 * Removes files that earlier downloads left in the storage. A file that another tab is still writing cannot be removed.
 */
export async function removeSaved(): Promise<void> {
  if (!canSave()) return;
  const folder = await navigator.storage.getDirectory();
  for await (const name of folder.keys()) {
    if (Number.parseInt(name, 10) < Date.now() - keptMs) await folder.removeEntry(name).catch(() => undefined);
  }
}

/** Lets the browser save a file for the user. */
export function handOver(file: File, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
