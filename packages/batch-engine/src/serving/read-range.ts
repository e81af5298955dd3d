import { setImmediate as nextTurn } from 'node:timers/promises';
import type { OwnedBytes } from '../bytes/owned-bytes.js';
import { type CutPiece, cutBytes, piecesOf, type WholePiece } from '../bytes/pieces.js';
import { recordsPerSegment } from '../bytes/segment-index.js';
import type { SegmentOwner } from '../storage/segment-store.js';
import { answerMemory } from './answer-memory.js';
import {
  frameLongRange,
  frameRange,
  type PieceGroup,
  type RangeBytes,
  type RangeFrame,
  type RangePiece,
  RangeSum,
  type SegmentSource,
} from './frame-range.js';
import type { LoadedSegment } from './loaded-segment.js';
import type { StoredRecords } from './read-records.js';
import type { SegmentCache } from './segment-cache.js';

/** Up to this many segments with this many bytes are held in memory for one answer; of a longer one only the next few. */
const inMemory = { segments: 8, bytes: 4 * 1024 * 1024 } as const;

/** The indexes of this many segments are looked at together; they do not hold up others for long. */
const indexesTogether = 64;

/**
 * The records `first` to `last` (counted from 0, inclusive; none if `last` is before `first`) in their frame, any number of
 * them. With gzip the answer is one legal member: fragments are copied, only the two ends of an unaligned range are
 * compressed anew.
 */
export async function readRange(
  cache: SegmentCache,
  { owner, recordCount, bytes }: StoredRecords,
  first: number,
  last: number,
  frame: RangeFrame,
): Promise<RangeBytes> {
  const take = async (number: number) => (await cache.take(owner, number, number))[0]!;
  const source = { held: () => undefined, take };
  if (last < first) return frameRange(frame, 0, [], source);
  const firstSegment = Math.floor(first / recordsPerSegment);
  const lastSegment = Math.floor(last / recordsPerSegment);
  const storedBytes = ((last - first + 1) * bytes.gzip) / recordCount;
  if (lastSegment - firstSegment >= inMemory.segments || storedBytes > inMemory.bytes) {
    return readLongRange(cache, owner, first, last, frame, source);
  }
  const taking = cache.take(owner, firstSegment, lastSegment);
  const segments = taking instanceof Promise ? await taking : taking;
  const gzip = frame.encoding === 'gzip';
  const planned: Promise<RangePiece>[] = [];
  for (const [position, segment] of segments.entries()) {
    const number = firstSegment + position;
    const from = number === firstSegment ? first - number * recordsPerSegment : 0;
    const to = number === lastSegment ? last - number * recordsPerSegment : segment.index.recordCount - 1;
    for (const piece of piecesOf(number, segment.index, from, to)) {
      planned.push(readyPiece(piece, segment.bytes, gzip));
    }
  }
  const pieces = await Promise.all(planned);
  const held =
    gzip && answerMemory.hasRoomFor(storedBytes)
      ? holdWhole(segments, firstSegment, pieces)
      : new Map<number, OwnedBytes>();
  for (const [position, segment] of segments.entries()) {
    if (!held.has(firstSegment + position)) segment.release();
  }
  return frameRange(frame, last - first + 1, pieces, { held: (number) => held.get(number), take });
}

/** The segments whose bytes an answer takes over as they are. */
function holdWhole(
  segments: readonly LoadedSegment[],
  firstSegment: number,
  pieces: readonly RangePiece[],
): ReadonlyMap<number, OwnedBytes> {
  const held = new Map<number, OwnedBytes>();
  for (const piece of pieces) {
    if (piece.kind === 'whole') held.set(piece.segment, segments[piece.segment - firstSegment]!);
  }
  return held;
}

async function readyPiece(piece: WholePiece | CutPiece, data: Uint8Array, gzip: boolean): Promise<RangePiece> {
  return piece.kind === 'whole' ? piece : cutBytes(piece, data, gzip);
}

/** The bytes of the segments between the ends are taken when their turn comes. */
async function readLongRange(
  cache: SegmentCache,
  owner: SegmentOwner,
  first: number,
  last: number,
  frame: RangeFrame,
  source: SegmentSource,
): Promise<RangeBytes> {
  const firstSegment = Math.floor(first / recordsPerSegment);
  const lastSegment = Math.floor(last / recordsPerSegment);
  const gzip = frame.encoding === 'gzip';
  const recordCount = last - first + 1;
  const from = first - firstSegment * recordsPerSegment;
  const to = last - lastSegment * recordsPerSegment;
  if (firstSegment === lastSegment) {
    return frameRange(frame, recordCount, await readEnd(cache, owner, firstSegment, { from, to }, gzip), source);
  }
  const start = await readEnd(cache, owner, firstSegment, { from }, gzip);
  const end = await readEnd(cache, owner, lastSegment, { to }, gzip);
  const ends = { start, end };
  const between = { first: firstSegment + 1, last: lastSegment - 1 };
  if (between.last - between.first < indexesTogether) {
    const pieces = await wholeSegments(cache, owner, between.first, between.last);
    return frameRange(frame, recordCount, [...start, ...pieces, ...end], source);
  }
  const groups = () => groupsOf(cache, owner, between, ends);
  const sum = new RangeSum();
  for await (const { pieces } of groups()) {
    for (const piece of pieces) sum.append(piece);
    await nextTurn();
  }
  return frameLongRange(frame, recordCount, sum, groups, source);
}

/**
 * The pieces of a range of any length, in groups. They are asked for twice: first to know length and checksum, then again when
 * their turn comes. So no answer keeps all of them in memory.
 */
async function* groupsOf(
  cache: SegmentCache,
  owner: SegmentOwner,
  between: { readonly first: number; readonly last: number },
  ends: { readonly start: readonly RangePiece[]; readonly end: readonly RangePiece[] },
): AsyncGenerator<PieceGroup> {
  yield { pieces: ends.start, goesOn: true };
  for (let first = between.first; first <= between.last; first += indexesTogether) {
    const last = Math.min(first + indexesTogether - 1, between.last);
    yield { pieces: await wholeSegments(cache, owner, first, last), goesOn: true };
  }
  yield { pieces: ends.end, goesOn: false };
}

/** The pieces of the first or last segment of a long range, which may have to be cut. */
async function readEnd(
  cache: SegmentCache,
  owner: SegmentOwner,
  number: number,
  { from = 0, to }: { readonly from?: number; readonly to?: number },
  gzip: boolean,
): Promise<readonly RangePiece[]> {
  const [segment] = await cache.take(owner, number, number);
  const { index, bytes } = segment!;
  const pieces = piecesOf(number, index, from, to ?? index.recordCount - 1);
  const ready = await Promise.all(pieces.map((piece) => readyPiece(piece, bytes, gzip)));
  segment!.release();
  return ready;
}

async function wholeSegments(
  cache: SegmentCache,
  owner: SegmentOwner,
  first: number,
  last: number,
): Promise<readonly RangePiece[]> {
  const indexes = await cache.loadIndexes(owner, first, last);
  return indexes.flatMap((index, position) =>
    piecesOf(first + position, index, 0, index.recordCount - 1).filter((piece) => piece.kind === 'whole'),
  );
}
