import { frameRange, type RangeBytes, type RangeFrame, type RangePiece } from './bytes/frame-range.js';
import { type CutPiece, cutBytes, piecesOf, type WholePiece } from './bytes/pieces.js';
import { recordsPerSegment, type SegmentIndex } from './bytes/segment-index.js';
import type { SegmentCache } from './storage/segment-cache.js';
import type { SegmentOwner } from './storage/segment-store.js';

/** Up to this many segments are held in memory for one answer; of a longer one only the next few. */
const segmentsInMemory = 8;

/**
 * The records `first` to `last` (counted from 0, inclusive; none if `last` is before `first`) in their frame. With gzip
 * the answer is one legal member: fragments are copied, only the two ends of an unaligned range are compressed anew.
 */
export async function readRange(
  cache: SegmentCache,
  owner: SegmentOwner,
  first: number,
  last: number,
  frame: RangeFrame,
): Promise<RangeBytes> {
  if (last < first) return frameRange(frame, 0, [], { inMemory: true, get: noSegment });
  const firstSegment = Math.floor(first / recordsPerSegment);
  const lastSegment = Math.floor(last / recordsPerSegment);
  const long = lastSegment - firstSegment >= segmentsInMemory;
  const loading = long
    ? loadOutline(cache, owner, firstSegment, lastSegment)
    : cache.load(owner, firstSegment, lastSegment);
  const segments = loading instanceof Promise ? await loading : loading;
  const gzip = frame.encoding === 'gzip';
  const pieces: Promise<RangePiece>[] = [];
  for (const [position, { index, data }] of segments.entries()) {
    const number = firstSegment + position;
    const from = number === firstSegment ? first - number * recordsPerSegment : 0;
    const to = number === lastSegment ? last - number * recordsPerSegment : index.recordCount - 1;
    for (const piece of piecesOf(number, index, from, to)) {
      pieces.push(readyPiece(piece, data, gzip));
    }
  }
  const complete = await Promise.all(pieces);
  const count = last - first + 1;
  const get = (number: number) => segments[number - firstSegment]!.data!;
  if (!long) return frameRange(frame, count, complete, { inMemory: true, get });
  return frameRange(frame, count, complete, {
    inMemory: false,
    get: async (number) => (await cache.load(owner, number, number))[0]!.data,
  });
}

async function readyPiece(piece: WholePiece | CutPiece, data: Uint8Array | undefined, gzip: boolean) {
  return piece.kind === 'whole' ? piece : cutBytes(piece, data!, gzip);
}

function noSegment(): never {
  throw new TypeError('An empty range has no segments');
}

/** All indexes of a long range, and the bytes of its first and last segment, which may have to be cut. */
async function loadOutline(
  cache: SegmentCache,
  owner: SegmentOwner,
  first: number,
  last: number,
): Promise<readonly { readonly index: SegmentIndex; readonly data?: Uint8Array }[]> {
  const [indexes, [start], [end]] = await Promise.all([
    cache.loadIndexes(owner, first, last),
    cache.load(owner, first, first),
    cache.load(owner, last, last),
  ]);
  return [start!, ...indexes.slice(1, -1).map((index) => ({ index })), end!];
}
