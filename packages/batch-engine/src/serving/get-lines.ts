import type { Batch } from '../batch/batch.js';
import type { OwnedBytes } from '../bytes/owned-bytes.js';
import { assertRange } from './assert-range.js';
import type { EngineParts } from './engine-parts.js';
import { type BatchRef, readNote, useReadableBatch } from './find-batch.js';
import { type Receipts, readReceipts } from './read-receipts.js';
import { readRecords } from './read-records.js';
import { type RangeEncoding, recordsOf, removedKeysOf, type StoredRecords } from './stored-records.js';

/**
 * A part of the entity tag of an answer. If a change of the program produces other bytes for the same records, this text must be
 * changed too.
 */
const linesTag = { gzip: 'gzip-2', identity: 'identity' } as const;

/** A request for a batch, or a part of it, as NDJSON. */
export interface RecordsRequest extends BatchRef {
  readonly encoding: RangeEncoding;
  /** The number of the first record (default: 1). */
  readonly seqFrom?: number;
  /** The number of the last record (default: the last record of the batch). */
  readonly seqTo?: number;
}

/** A request for the keys of removed records, as NDJSON. */
export interface RemovedRequest extends BatchRef {
  readonly encoding: RangeEncoding;
}

/** Records of a batch, or keys of removed records, as NDJSON. */
export interface BatchLines {
  readonly encoding: RangeEncoding;
  /** A strong validator, including its quotation marks: answers with the same tag have the same bytes. */
  readonly etag: string;
  /** The exact number of bytes, which is known only for whole batches without compression. */
  readonly contentLength: number | undefined;
  readonly recordCount: number;
  /** A body of any length. Memory use does not depend on the length of the body. */
  readonly body: AsyncIterable<OwnedBytes>;
}

/** Records of a batch as NDJSON. */
export interface BatchRecords extends BatchLines {
  /** The receipts of the records, as in `BatchRange.receipts`. */
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
  parts.readTimes.note(batch.id, readNote(request, first, last));
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

/** The records with commas between them have the same length as their lines, except for the last newline. */
function lengthOf(stored: StoredRecords, recordCount: number): number | undefined {
  if (recordCount === 0) return 0;
  return recordCount === stored.recordCount ? stored.bytes.identity + 1 : undefined;
}
