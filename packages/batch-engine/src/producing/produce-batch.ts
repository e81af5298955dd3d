import { formatTokyoDateTime } from '@trading-platform/domain-types';
import type { Batch } from '../batch/batch.js';
import type { BatchFunction, BatchSnapshot, RenderedRecord } from '../batch/batch-function.js';
import { unpackInput } from '../bytes/packed-input.js';
import type { BatchStore } from '../storage/batch-store.js';
import type { SegmentStore } from '../storage/segment-store.js';
import { type BuiltTotals, SegmentBuilder } from './segment-builder.js';

/** How far an attempt is. */
export interface AttemptProgress {
  recordCount: number;
  recordsExpected: number | undefined;
  snapshotAt: number | undefined;
}

const noInput = new Uint8Array();

/** Where an attempt reads the input of its batch, and writes its segments. */
export interface AttemptStorage {
  readonly batches: Pick<BatchStore, 'readInput'>;
  readonly segments: SegmentStore;
}

/**
 * One attempt: opens the snapshot, reads it chunk by chunk and stores its segments durably. `progress` is kept up to
 * date. Stops with the signal's reason as soon as the signal aborts.
 */
export async function produceBatch(
  batch: Batch,
  batchFunction: BatchFunction<unknown>,
  { batches, segments }: AttemptStorage,
  progress: AttemptProgress,
  signal: AbortSignal,
): Promise<BuiltTotals> {
  await segments.removeEarlierAttempts(batch);
  const input = batch.inputBytes === 0 ? noInput : await unpackInput(await batches.readInput(batch.id));
  signal.throwIfAborted();
  const snapshot = await batchFunction.open(batch.criteria, signal, input);
  try {
    signal.throwIfAborted();
    progress.snapshotAt = snapshot.instant.getTime();
    progress.recordsExpected = snapshot.total;
    const context = { batchId: String(batch.id), createDate: formatTokyoDateTime(progress.snapshotAt) };
    const recordHead = batchFunction.recordHead?.bind(batchFunction);
    const builder = new SegmentBuilder(
      recordHead === undefined ? undefined : (seq) => recordHead(context, seq),
      (segment) => segments.write(batch, [segment]),
    );
    try {
      await readChunks(snapshot, signal, async (records) => {
        await builder.add(records);
        progress.recordCount = builder.recordCount;
      });
      const totals = await builder.end();
      signal.throwIfAborted();
      await segments.seal(batch);
      return totals;
    } finally {
      await builder.abandon();
    }
  } finally {
    await snapshot.close();
  }
}

/** Asks for the next chunk before it handles the last one, so that reading and compressing overlap. */
async function readChunks(
  snapshot: BatchSnapshot,
  signal: AbortSignal,
  take: (records: readonly RenderedRecord[]) => Promise<void>,
): Promise<void> {
  const chunks = snapshot.records[Symbol.asyncIterator]();
  try {
    let reading = chunks.next();
    for (;;) {
      const chunk = await unlessAborted(reading, signal);
      if (chunk.done === true) return;
      reading = chunks.next();
      reading.catch(() => undefined);
      await take(chunk.value);
    }
  } finally {
    // A reader that hangs must not hold up the end of the attempt; closing the snapshot ends it.
    chunks.return?.().catch(() => undefined);
  }
}

/** The same promise, or the signal's reason if that comes first. Leaves no listener on the signal. */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: result, resolve, reject } = Promise.withResolvers<T>();
  const onAbort = () => reject(signal.reason as Error);
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort);
  promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  return result;
}
