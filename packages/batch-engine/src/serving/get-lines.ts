import type { Batch } from '../batch/batch.js';
import type { OwnedBytes } from '../bytes/owned-bytes.js';
import { assertRange } from './assert-range.js';
import type { EngineParts } from './engine-parts.js';
import { type BatchRef, useReadableBatch } from './find-batch.js';
import { type Receipts, readReceipts } from './read-receipts.js';
import { readRecords } from './read-records.js';
import { type RangeEncoding, recordsOf, removedKeysOf, type StoredRecords } from './stored-records.js';

/** Part of the entity tag. A change that makes other bytes of the same records must change it. */
const linesTag = { gzip: 'gzip-2', identity: 'identity' } as const;

/** A batch, or a part of it, as NDJSON. */
export interface RecordsRequest extends BatchRef {
  readonly encoding: RangeEncoding;
  /** Default 1. */
  readonly seqFrom?: number;
  /** Default: the last record. */
  readonly seqTo?: number;
}

/** The keys of removed records, as NDJSON. */
export interface RemovedRequest extends BatchRef {
  readonly encoding: RangeEncoding;
}

/** Records or keys of a batch as NDJSON. */
export interface BatchLines {
  readonly encoding: RangeEncoding;
  /** A strong validator with its quotes: the same tag is the same bytes. */
  readonly etag: string;
  /** Known for whole batches without compression. */
  readonly contentLength: number | undefined;
  readonly recordCount: number;
  /** A body of any length, in memory that does not grow with the length. */
  readonly body: AsyncIterable<OwnedBytes>;
}

/** Records of a batch as NDJSON. */
export interface BatchRecords extends BatchLines {
  /** As `BatchRange.receipts`. */
  readonly receipts: () => Receipts;
}

/** @see BatchEngine.records */
export async function getRecords(parts: EngineParts, request: RecordsRequest): Promise<BatchRecords> {
  const batch = await useReadableBatch(parts, request);
  const seqFrom = request.seqFrom ?? 1;
  const seqTo = request.seqTo ?? Math.max(seqFrom, batch.recordCount);
  assertRange(seqFrom, seqTo);
  const first = seqFrom - 1;
  const last = Math.min(seqTo, batch.recordCount) - 1;
  parts.readTimes.note(batch.id);
  return {
    ...linesOf(parts, batch, recordsOf(batch), { first, last }, `${first + 1}-${last + 1}`, request.encoding),
    receipts: () => readReceipts(parts.segments, batch, first, last),
  };
}

/** @see BatchEngine.removed */
export async function getRemoved(parts: EngineParts, { encoding, ...ref }: RemovedRequest): Promise<BatchLines> {
  const batch = await useReadableBatch(parts, ref);
  const keys = removedKeysOf(batch);
  return linesOf(parts, batch, keys, { first: 0, last: keys.recordCount - 1 }, 'removed', encoding);
}

/** @param name the part of the entity tag that names the lines */
function linesOf(
  { cache, known, readers }: EngineParts,
  { id, attempt }: Batch,
  stored: StoredRecords,
  { first, last }: { readonly first: number; readonly last: number },
  name: string,
  encoding: RangeEncoding,
): BatchLines {
  const recordCount = Math.max(0, last - first + 1);
  return {
    encoding,
    etag: `"${id}-${attempt}-${name}-${linesTag[encoding]}"`,
    contentLength: encoding === 'identity' ? lengthOf(stored, recordCount) : undefined,
    recordCount,
    body: readers.during(id, readRecords({ cache, known }, stored, first, last, encoding)),
  };
}

/** All records with their commas are as long as their lines but for the last newline. */
function lengthOf(stored: StoredRecords, recordCount: number): number | undefined {
  if (recordCount === 0) return 0;
  return recordCount === stored.recordCount ? stored.bytes.identity + 1 : undefined;
}
