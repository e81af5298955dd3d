import {
  frameRange,
  type RangeBytes,
  type RangeFrame,
  type RangePiece,
  type TakenSegment,
} from './bytes/frame-range.js';
import { type CutPiece, cutBytes, piecesOf, type WholePiece } from './bytes/pieces.js';
import { recordsPerSegment } from './bytes/segment-index.js';
import type { LoadedSegment } from './storage/loaded-segment.js';
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
  const take = async (number: number) => (await cache.take(owner, number, number))[0]!;
  if (last < first) return frameRange(frame, 0, [], { held: () => undefined, take });
  const firstSegment = Math.floor(first / recordsPerSegment);
  const lastSegment = Math.floor(last / recordsPerSegment);
  const long = lastSegment - firstSegment >= segmentsInMemory;
  const taking = long
    ? takeOutline(cache, owner, firstSegment, lastSegment)
    : cache.take(owner, firstSegment, lastSegment);
  const segments = taking instanceof Promise ? await taking : taking;
  const gzip = frame.encoding === 'gzip';
  const planned: Promise<RangePiece>[] = [];
  for (const [position, segment] of segments.entries()) {
    const number = firstSegment + position;
    const from = number === firstSegment ? first - number * recordsPerSegment : 0;
    const to = number === lastSegment ? last - number * recordsPerSegment : segment.index.recordCount - 1;
    for (const piece of piecesOf(number, segment.index, from, to)) {
      planned.push(readyPiece(piece, segment.data, gzip));
    }
  }
  const pieces = await Promise.all(planned);
  const held = gzip && !long ? holdWhole(segments, firstSegment, pieces) : new Map<number, TakenSegment>();
  for (const [position, segment] of segments.entries()) {
    if (!held.has(firstSegment + position)) segment.release?.();
  }
  return frameRange(frame, last - first + 1, pieces, { held: (number) => held.get(number), take });
}

/** The segments whose bytes an answer takes over as they are. */
function holdWhole(
  segments: readonly Outline[],
  firstSegment: number,
  pieces: readonly RangePiece[],
): ReadonlyMap<number, TakenSegment> {
  const held = new Map<number, TakenSegment>();
  for (const piece of pieces) {
    if (piece.kind === 'whole') held.set(piece.segment, segments[piece.segment - firstSegment] as TakenSegment);
  }
  return held;
}

async function readyPiece(piece: WholePiece | CutPiece, data: Uint8Array | undefined, gzip: boolean) {
  return piece.kind === 'whole' ? piece : cutBytes(piece, data!, gzip);
}

/** A segment, or of one in the middle of a long range only where its records are. */
type Outline = Pick<LoadedSegment, 'index'> & Partial<TakenSegment>;

/** All indexes of a long range, and the bytes of its first and last segment, which may have to be cut. */
async function takeOutline(
  cache: SegmentCache,
  owner: SegmentOwner,
  first: number,
  last: number,
): Promise<readonly Outline[]> {
  const [indexes, [start], [end]] = await Promise.all([
    cache.loadIndexes(owner, first, last),
    cache.take(owner, first, first),
    cache.take(owner, last, last),
  ]);
  return [start!, ...indexes.slice(1, -1).map((index) => ({ index })), end!];
}
