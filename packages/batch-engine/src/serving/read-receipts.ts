import { setImmediate as nextTurn } from 'node:timers/promises';
import { recordsPerSegment } from '../bytes/segment-index.js';
import type { SegmentOwner, SegmentStore } from '../storage/segment-store.js';
import { SegmentMissingError } from './segment-cache.js';

/** Receipts of this many segments are read at once. */
const segmentsPerPortion = 4;

/** The receipts of some records, in order and in portions, so that memory does not grow with their number. */
export type Receipts = AsyncIterable<readonly string[]>;

/** The receipts of the records `first` to `last`, counted from 0, inclusive. */
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
    // A store that reads synchronously must not hold up everything else.
    await nextTurn();
  }
}
