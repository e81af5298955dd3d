import type { DownloadFormat } from '../../../wire/index.js';
import { send } from '../server/call.js';
import { CallError } from '../server/call-error.js';

/** How far a download is. */
export interface SaveProgress {
  readonly bytes: number;
  /** The size of the whole file; undefined if it is not known before the end. */
  readonly totalBytes: number | undefined;
}

/** Whether a page can write to the disk in this browser while it downloads. */
export function canSave(): boolean {
  return typeof navigator.storage?.getDirectory === 'function' && 'createWritable' in FileSystemFileHandle.prototype;
}

/** A download of a batch: its records in a format; in CSV perhaps a row for each element of one of their lists. */
export interface WantedFile {
  readonly format: DownloadFormat;
  readonly list: string;
}

export function downloadAddress(batchId: string, { format, list }: WantedFile): string {
  const query = new URLSearchParams({ format, ...(format === 'csv' && list !== '' ? { of: list } : {}) });
  return `/api/batches/${encodeURIComponent(batchId)}/download?${query}`;
}

/**
 * Downloads a batch to a file of the browser's own and hands it over when it is whole: memory does not grow with the batch, and a
 * file that broke off is never handed over.
 *
 * @throws CallError
 */
export async function saveDownload(
  batchId: string,
  wanted: WantedFile,
  name: string,
  onProgress: (progress: SaveProgress) => void,
  signal: AbortSignal,
): Promise<void> {
  const answer = await send(downloadAddress(batchId, wanted), { signal });
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

/** After this time a browser has copied a file that was handed over to it. */
const keptMs = 60 * 60 * 1_000;

/** Removes the files that earlier downloads have left. A file that is still being written cannot be removed, and stays. */
export async function removeSaved(): Promise<void> {
  if (!canSave()) return;
  const folder = await navigator.storage.getDirectory();
  for await (const name of folder.keys()) {
    if (Number.parseInt(name, 10) < Date.now() - keptMs) await folder.removeEntry(name).catch(() => undefined);
  }
}

/** Gives a file to the person, as a download. */
export function handOver(file: File, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
