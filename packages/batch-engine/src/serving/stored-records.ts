import type { Batch } from '../batch/batch.js';
import { firstRemovedSegment } from '../bytes/segment-index.js';
import type { SegmentOwner } from '../storage/segment-store.js';

/** `gzip` means one gzip member (RFC 1952), and `identity` means bytes without compression. */
export type RangeEncoding = 'gzip' | 'identity';

/** Records in consecutive segments. */
export interface StoredRecords {
  readonly owner: SegmentOwner;
  readonly firstSegment: number;
  readonly recordCount: number;
  /** The approximate length of these records in each encoding. */
  readonly bytes: Readonly<Record<RangeEncoding, number>>;
}

/** Returns the range of all records of a batch. */
export function recordsOf(batch: Batch): StoredRecords {
  const { recordCount, rawBytes } = batch;
  return { owner: batch, firstSegment: 0, recordCount, bytes: bytesOf(batch, rawBytes) };
}

/** Returns the range of all keys of removed records in a batch of changes. */
export function removedKeysOf(batch: Batch): StoredRecords {
  const { removedCount: recordCount, removedBytes: rawBytes } = batch;
  return { owner: batch, firstSegment: firstRemovedSegment, recordCount, bytes: bytesOf(batch, rawBytes) };
}

/** The number of stored bytes is divided between records and removed keys in proportion to their uncompressed sizes. */
function bytesOf({ rawBytes, removedBytes, storedBytes, inputBytes }: Batch, identity: number): StoredRecords['bytes'] {
  const share = identity / Math.max(1, rawBytes + removedBytes);
  return { identity, gzip: share * (storedBytes - inputBytes) };
}
