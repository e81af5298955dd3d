import { batchReason, formatTokyoDateTime } from '@trading-platform/domain-types';
import type { Batch } from '../batch/batch.js';
import { BatchFailure } from '../batch/batch-error.js';
import type { BatchFunction, BatchSnapshot, RenderedRecord } from '../batch/batch-function.js';
import { unpackInput } from '../bytes/packed-input.js';
import { firstRemovedSegment } from '../bytes/segment-index.js';
import type { BatchStore } from '../storage/batch-store.js';
import type { SegmentStore } from '../storage/segment-store.js';
import { type RunPart, untraced } from './attempt-part.js';
import { type BuiltTotals, SegmentBuilder } from './segment-builder.js';

/**
 * The times, in milliseconds, for which an attempt waited for records, for their compression, and for the storage of segments.
 * The three times of an attempt overlap, because the steps run at the same time.
 */
export interface AttemptTimes {
  readonly readMs: number;
  readonly compressMs: number;
  readonly writeMs: number;
}

/** The progress of an attempt up to now. */
export interface AttemptProgress extends AttemptTimes {
  recordCount: number;
  recordsExpected: number | undefined;
  snapshotAt: number | undefined;
  /** Counts the records, if their number is not known at once. */
  count?: (() => Promise<number>) | undefined;
  selection?: string | undefined;
  readMs: number;
  compressMs: number;
  writeMs: number;
}

/** Makes the progress of an attempt that has just begun. */
export function noProgress(): AttemptProgress {
  return { recordCount: 0, recordsExpected: undefined, snapshotAt: undefined, readMs: 0, compressMs: 0, writeMs: 0 };
}

/** The totals of a successful attempt. */
export interface ProducedTotals extends BuiltTotals, Pick<Batch, 'removedCount' | 'removedBytes'> {
  readonly changeCursor?: string;
}

const noInput = new Uint8Array();

/** The stores that an attempt uses, and the observer of its parts. */
export interface AttemptStorage {
  readonly batches: Pick<BatchStore, 'readInput'>;
  readonly segments: SegmentStore;
  readonly part?: RunPart;
}

/**
 * Runs one attempt: opens the snapshot, reads it chunk by chunk, and stores its segments durably. The object `progress` is
 * updated while the attempt runs. The attempt stops with the signal's reason as soon as the signal is aborted.
 */
export async function produceBatch(
  batch: Batch,
  batchFunction: BatchFunction<unknown>,
  { batches, segments, part = untraced }: AttemptStorage,
  progress: AttemptProgress,
  signal: AbortSignal,
): Promise<ProducedTotals> {
  await segments.removeEarlierAttempts(batch);
  const input = batch.inputBytes === 0 ? noInput : await unpackInput(await batches.readInput(batch.id));
  signal.throwIfAborted();
  const { changesSince } = batch;
  const snapshot = await (changesSince === undefined
    ? batchFunction.open(batch.criteria, signal, input)
    : batchFunction.open(batch.criteria, signal, input, changesSince));
  let isSealed = false;
  try {
    signal.throwIfAborted();
    progress.snapshotAt = snapshot.instant.getTime();
    progress.recordsExpected = snapshot.total;
    progress.count = snapshot.count;
    progress.selection = snapshot.selection;
    if (changesSince !== undefined && snapshot.removed === undefined) throw changesUnknown();
    const totals = await buildRecords(batch, batchFunction, snapshot, { segments, part }, progress, signal);
    const removed = await buildRemoved(batch, snapshot, segments, signal);
    signal.throwIfAborted();
    await segments.seal(batch);
    isSealed = true;
    return {
      ...totals,
      storedBytes: totals.storedBytes + removed.storedBytes,
      removedCount: removed.recordCount,
      removedBytes: removed.rawBytes,
      ...(snapshot.changeCursor === undefined ? {} : { changeCursor: snapshot.changeCursor }),
    };
  } finally {
    if (!isSealed) await segments.abandon?.(batch);
    await snapshot.close();
  }
}

/** The request asked only for changes, so the batch must not contain all records as if they were changes. */
function changesUnknown(): BatchFailure {
  return new BatchFailure(batchReason.changesUntold, { permanent: true });
}

async function buildRecords(
  batch: Batch,
  batchFunction: BatchFunction<unknown>,
  { instant, records }: BatchSnapshot,
  { segments, part }: { readonly segments: SegmentStore; readonly part: RunPart },
  progress: AttemptProgress,
  signal: AbortSignal,
): Promise<BuiltTotals> {
  const context = { batchId: String(batch.id), createDate: formatTokyoDateTime(instant.getTime()) };
  const recordHead = batchFunction.recordHead?.bind(batchFunction);
  const builder = new SegmentBuilder(
    recordHead === undefined ? undefined : (seq) => recordHead(context, seq),
    async (segment) => {
      const began = performance.now();
      await part({ name: 'write', number: segment.number }, () => segments.write(batch, [segment]));
      progress.writeMs += performance.now() - began;
    },
    part,
  );
  const countRead = (ms: number) => {
    progress.readMs += ms;
  };
  try {
    const chunks = part === untraced ? records : readInParts(records, part);
    return await build(builder, chunks, signal, countRead, (recordCount) => {
      progress.recordCount = recordCount;
    });
  } finally {
    progress.compressMs = builder.compressMs;
  }
}

const nothing: BuiltTotals = { recordCount: 0, errorCount: 0, rawBytes: 0, storedBytes: 0 };

async function buildRemoved(
  batch: Batch,
  { removed }: BatchSnapshot,
  segments: SegmentStore,
  signal: AbortSignal,
): Promise<BuiltTotals> {
  if (removed === undefined) return nothing;
  const builder = new SegmentBuilder(undefined, (segment) =>
    segments.write(batch, [{ ...segment, number: firstRemovedSegment + segment.number }]),
  );
  return build(
    builder,
    removed,
    signal,
    () => undefined,
    () => undefined,
  );
}

async function build(
  builder: SegmentBuilder,
  records: BatchSnapshot['records'],
  signal: AbortSignal,
  countRead: (ms: number) => void,
  built: (recordCount: number) => void,
): Promise<BuiltTotals> {
  try {
    await readChunks(records, signal, countRead, async (chunk) => {
      await builder.add(chunk);
      built(builder.recordCount);
    });
    return await builder.end();
  } finally {
    await builder.abandon();
  }
}

/** Yields the same chunks, and reports the reading of each chunk as a part of the attempt. */
function readInParts(records: BatchSnapshot['records'], part: RunPart): BatchSnapshot['records'] {
  return {
    [Symbol.asyncIterator]: () => {
      const chunks = records[Symbol.asyncIterator]();
      let number = 0;
      return {
        next: () => part({ name: 'read', number: number++ }, () => chunks.next()),
        return: async () => (await chunks.return?.()) ?? { done: true, value: undefined },
      };
    },
  };
}

/** Starts to read the next chunk before the current chunk is processed, so that reading and compression overlap. */
async function readChunks(
  records: BatchSnapshot['records'],
  signal: AbortSignal,
  countRead: (ms: number) => void,
  take: (records: readonly RenderedRecord[]) => Promise<void>,
): Promise<void> {
  const chunks = records[Symbol.asyncIterator]();
  try {
    let reading = chunks.next();
    for (;;) {
      const began = performance.now();
      const chunk = await unlessAborted(reading, signal);
      countRead(performance.now() - began);
      if (chunk.done === true) return;
      reading = chunks.next();
      reading.catch(() => undefined);
      await take(chunk.value);
    }
  } finally {
    // If a read never ends, it must not delay the end of the attempt. The read ends when the snapshot is closed.
    chunks.return?.().catch(() => undefined);
  }
}

/**
 * Returns the same result as the promise, or rejects with the signal's reason if the signal is aborted first. When the promise is
 * settled, no listener remains on the signal.
 */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: result, resolve, reject } = Promise.withResolvers<T>();
  const onAbort = () => reject(signal.reason as Error);
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort);
  promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  return result;
}
