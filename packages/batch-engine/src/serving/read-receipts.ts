import { setImmediate as nextTurn } from 'node:timers/promises';
import { recordsPerSegment } from '../bytes/segment-index.js';
import type { SegmentOwner, SegmentStore } from '../storage/segment-store.js';
import { SegmentMissingError } from './segment-cache.js';

/** The number of segments whose receipts are read at the same time. */
const segmentsPerPortion = 4;

/** The receipts of some records, in order and in groups, so that memory use does not depend on the number of records. */
export type Receipts = AsyncIterable<readonly string[]>;

/** Returns the receipts of the records `first` to `last`. Records are counted from 0, and both ends are included. */
export async function* readReceipts(
  segments: SegmentStore,
  owner: SegmentOwner,
  first: number,
  last: number,
): Receipts {
  const lastSegment = Math.floor(last / recordsPerSegment);
  for (let start = first; start <= last; ) {
    const from = Math.floor(start / recordsPerSegment);
    const to = Math.min(from + segmentsPerPortion - 1, lastSegment);
    const lists = await segments.readReceipts(owner, from, to);
    if (lists.length !== to - from + 1) throw new SegmentMissingError(`Receipts of segments ${from} to ${to} are gone`);
    const offset = from * recordsPerSegment;
    yield lists.flat().slice(start - offset, last - offset + 1);
    start = (to + 1) * recordsPerSegment;
    // Other work gets its turn here, because some stores read synchronously.
    await nextTurn();
  }
}
