import { setImmediate as nextTurn } from 'node:timers/promises';
import { carryOut, PieceSum, piecesOf, type RangePiece, type WholePiece, wholeSegment } from '../bytes/pieces.js';
import { recordsPerSegment } from '../bytes/segment-index.js';
import type { SegmentOwner } from '../storage/segment-store.js';
import { answerMemory } from './answer-memory.js';
import type { LoadedSegment } from './loaded-segment.js';
import type { SegmentCache } from './segment-cache.js';
import type { RangeEncoding, StoredRecords } from './stored-records.js';

/** Up to this many segments with this many bytes are held in memory for one answer. A longer range holds only the next few. */
const shortRange = { segments: 8, bytes: 4 * 1024 * 1024 } as const;
/** The indexes of this many segments are read together: few enough that other calls get their turn. */
const indexesTogether = 64;

/** A range of records: the pieces of segments that hold them. */
export interface SelectedRange {
  readonly recordCount: number;
  /** Of all pieces. */
  readonly sum: PieceSum;
  /** In order. A very long range makes them anew, a group at a time, so that no answer keeps all of them in memory. */
  readonly pieces: readonly RangePiece[] | (() => AsyncIterable<PieceGroup>);
  /** Segments that are in memory for this answer; each is released once. */
  readonly held: ReadonlyMap<number, LoadedSegment>;
  /** Brings another segment into memory. The caller releases it. */
  readonly take: (segment: number) => Promise<LoadedSegment>;
}

/** Some pieces of a long range, in order. */
export interface PieceGroup {
  readonly pieces: readonly RangePiece[];
  /** Whether another group follows. */
  readonly goesOn: boolean;
}

/**
 * Selects the records `first` to `last` (counted from 0, inclusive; none if `last` is before `first`), any number of them. Only the
 * two ends of an unaligned range are inflated and, for gzip, compressed again.
 */
export function selectRange(
  cache: SegmentCache,
  { owner, recordCount, bytes }: StoredRecords,
  first: number,
  last: number,
  encoding: RangeEncoding,
): Promise<SelectedRange> {
  const wanted = last - first + 1;
  if (wanted <= 0) return Promise.resolve(selected(cache, owner, 0, []));
  const range = {
    owner,
    recordCount: wanted,
    storedBytes: (wanted * bytes.gzip) / recordCount,
    first: placeOf(first),
    last: placeOf(last),
    gzip: encoding === 'gzip',
  };
  const isLong =
    range.last.segment - range.first.segment >= shortRange.segments || range.storedBytes > shortRange.bytes;
  return isLong ? selectLong(cache, range) : selectShort(cache, range);
}

/** Where a record is. */
interface Place {
  readonly segment: number;
  /** Within the segment, from 0. */
  readonly record: number;
}

interface WantedRange {
  readonly owner: SegmentOwner;
  readonly recordCount: number;
  /** Bytes of the records as they are stored, about. */
  readonly storedBytes: number;
  readonly first: Place;
  readonly last: Place;
  readonly gzip: boolean;
}

function placeOf(record: number): Place {
  const segment = Math.floor(record / recordsPerSegment);
  return { segment, record: record - segment * recordsPerSegment };
}

/** All segments are read at once. For gzip, those with whole pieces stay in memory until they are sent, if there is room. */
async function selectShort(cache: SegmentCache, range: WantedRange): Promise<SelectedRange> {
  const { owner, recordCount, storedBytes, first, last, gzip } = range;
  const taking = cache.take(owner, first.segment, last.segment);
  const segments = taking instanceof Promise ? await taking : taking;
  const cutting: Promise<RangePiece>[] = [];
  for (const [position, segment] of segments.entries()) addPieces(cutting, range, first.segment + position, segment);
  const pieces = await Promise.all(cutting);
  const held = new Map<number, LoadedSegment>();
  if (gzip && answerMemory.hasRoomFor(storedBytes)) {
    for (const piece of pieces) {
      if (piece.kind === 'whole') held.set(piece.segment, segments[piece.segment - first.segment]!);
    }
  }
  for (const [position, segment] of segments.entries()) {
    if (!held.has(first.segment + position)) segment.release();
  }
  return selected(cache, owner, recordCount, pieces, held);
}

/** Reads the bytes of the two ends, and of all segments between them only the indexes. */
async function selectLong(cache: SegmentCache, range: WantedRange): Promise<SelectedRange> {
  const { owner, recordCount, first, last } = range;
  const start = await endPieces(cache, range, first.segment);
  const end = last.segment === first.segment ? [] : await endPieces(cache, range, last.segment);
  const between = last.segment - first.segment - 1;
  if (between <= indexesTogether) {
    const whole = between <= 0 ? [] : await wholeSegments(cache, owner, first.segment + 1, last.segment - 1);
    return selected(cache, owner, recordCount, [...start, ...whole, ...end]);
  }
  async function* groups(): AsyncGenerator<PieceGroup> {
    yield { pieces: start, goesOn: true };
    for (let from = first.segment + 1; from < last.segment; from += indexesTogether) {
      const to = Math.min(from + indexesTogether, last.segment) - 1;
      yield { pieces: await wholeSegments(cache, owner, from, to), goesOn: true };
    }
    yield { pieces: end, goesOn: false };
  }
  const sum = new PieceSum();
  for await (const { pieces } of groups()) {
    for (const piece of pieces) sum.append(piece);
    await nextTurn();
  }
  return { ...selected(cache, owner, recordCount, []), sum, pieces: groups };
}

/** The pieces of the first or last segment of a long range. */
async function endPieces(cache: SegmentCache, range: WantedRange, number: number): Promise<readonly RangePiece[]> {
  const [segment] = await cache.take(range.owner, number, number);
  const cutting: Promise<RangePiece>[] = [];
  addPieces(cutting, range, number, segment!);
  const pieces = await Promise.all(cutting);
  segment!.release();
  return pieces;
}

/** Adds the pieces of one segment that lie in the range. Its cuts are being carried out. */
function addPieces(
  pieces: Promise<RangePiece>[],
  { first, last, gzip }: WantedRange,
  number: number,
  { index, bytes }: LoadedSegment,
): void {
  const from = number === first.segment ? first.record : 0;
  const to = number === last.segment ? last.record : index.recordCount - 1;
  for (const piece of piecesOf(number, index, from, to)) {
    pieces.push(piece.kind === 'whole' ? Promise.resolve(piece) : carryOut(piece, bytes, gzip));
  }
}

async function wholeSegments(
  cache: SegmentCache,
  owner: SegmentOwner,
  first: number,
  last: number,
): Promise<readonly WholePiece[]> {
  const indexes = await cache.loadIndexes(owner, first, last);
  return indexes.map((index, position) => wholeSegment(first + position, index));
}

function selected(
  cache: SegmentCache,
  owner: SegmentOwner,
  recordCount: number,
  pieces: readonly RangePiece[],
  held: SelectedRange['held'] = new Map(),
): SelectedRange {
  const sum = new PieceSum();
  for (const piece of pieces) sum.append(piece);
  const take = async (number: number) => (await cache.take(owner, number, number))[0]!;
  return { recordCount, sum, pieces, held, take };
}
