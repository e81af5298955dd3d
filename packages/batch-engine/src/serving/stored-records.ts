import type { Batch } from '../batch/batch.js';
import { firstRemovedSegment } from '../bytes/segment-index.js';
import type { SegmentOwner } from '../storage/segment-store.js';

/** `gzip`: one gzip member (RFC 1952); `identity`: the bytes of the records themselves. */
export type RangeEncoding = 'gzip' | 'identity';

/** Records that lie in consecutive segments. */
export interface StoredRecords {
  readonly owner: SegmentOwner;
  readonly firstSegment: number;
  readonly recordCount: number;
  /** Their length in each encoding, about. */
  readonly bytes: Readonly<Record<RangeEncoding, number>>;
}

/** The records of a batch. */
export function recordsOf(batch: Batch): StoredRecords {
  const { recordCount, rawBytes } = batch;
  return { owner: batch, firstSegment: 0, recordCount, bytes: bytesOf(batch, rawBytes) };
}

/** The keys of removed records of a batch of changes. */
export function removedKeysOf(batch: Batch): StoredRecords {
  const { removedCount: recordCount, removedBytes: rawBytes } = batch;
  return { owner: batch, firstSegment: firstRemovedSegment, recordCount, bytes: bytesOf(batch, rawBytes) };
}

/** Records and removed keys share the stored bytes in proportion to their own. */
function bytesOf({ rawBytes, removedBytes, storedBytes, inputBytes }: Batch, identity: number): StoredRecords['bytes'] {
  const share = identity / Math.max(1, rawBytes + removedBytes);
  return { identity, gzip: share * (storedBytes - inputBytes) };
}
