import { setImmediate as nextTurn } from 'node:timers/promises';
import { carryOut, PieceSum, piecesOf, type RangePiece, type WholePiece, wholeSegment } from '../bytes/pieces.js';
import { recordsPerSegment } from '../bytes/segment-index.js';
import type { SegmentOwner } from '../storage/segment-store.js';
import { answerMemory } from './answer-memory.js';
import type { CutEnds } from './cut-ends.js';
import type { LoadedSegment } from './loaded-segment.js';
import type { SegmentCache } from './segment-cache.js';
import type { RangeEncoding, StoredRecords } from './stored-records.js';

/**
 * The maximum number of segments that are kept in memory for one answer, and the maximum number of their bytes. For a longer
 * range, only the next few segments are in memory.
 */
const shortRange = { segments: 8, bytes: 4 * 1024 * 1024 } as const;
/** The number of segments whose indexes are read together. The number is so small that other calls do not have to wait long. */
const indexesTogether = 64;

/** A range of records, represented by the pieces of segments that contain them. */
export interface SelectedRange {
  readonly recordCount: number;
  /** The checksum and the length of all pieces. */
  readonly sum: PieceSum;
  /**
   * The pieces of the range, in order. For a very long range, the pieces are made in groups each time they are read, so that no
   * answer keeps all of them in memory.
   */
  readonly pieces: readonly RangePiece[] | (() => AsyncIterable<PieceGroup>);
  /** The segments that are in memory for this answer. Each segment that is held for an answer is released exactly once. */
  readonly held: ReadonlyMap<number, LoadedSegment>;
  /** Loads another segment into memory. The caller must release the loaded segment. */
  readonly take: (segment: number) => Promise<LoadedSegment>;
}

/** The source from which ranges are selected. */
export interface RangeSource {
  readonly cache: SegmentCache;
  readonly cutEnds: CutEnds;
}

/** Some consecutive pieces of a long range. */
export interface PieceGroup {
  readonly pieces: readonly RangePiece[];
  /** Whether another group follows. */
  readonly goesOn: boolean;
}

/**
 * Selects the records `first` to `last`, counted from 0 and both included. The range can have any length. If `last` is less than
 * `first`, the range is empty. Only fragments that lie partly outside the range are decompressed and, for gzip, compressed again.
 */
export function selectRange(
  { cache, cutEnds }: RangeSource,
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
    cutEnds,
  };
  const isLong =
    range.last.segment - range.first.segment >= shortRange.segments || range.storedBytes > shortRange.bytes;
  return isLong ? selectLong(cache, range) : selectShort(cache, range);
}

/** The position of a record. */
interface Place {
  readonly segment: number;
  /** The number of the record within its segment, counted from 0. */
  readonly record: number;
}

interface WantedRange {
  readonly owner: SegmentOwner;
  readonly recordCount: number;
  /** The approximate number of bytes that the records take in their stored form. */
  readonly storedBytes: number;
  readonly first: Place;
  readonly last: Place;
  readonly gzip: boolean;
  readonly cutEnds: CutEnds;
}

function placeOf(record: number): Place {
  const segment = Math.floor(record / recordsPerSegment);
  return { segment, record: record - segment * recordsPerSegment };
}

/**
 * All segments of a short range are read at once. For a gzip answer, whole segments stay in memory until they have been sent, if
 * there is enough memory.
 */
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

/** Reads the bytes of the first and last segment of the range, but only the indexes of the segments between them. */
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

/** Returns the pieces of the first or the last segment of a long range. */
async function endPieces(cache: SegmentCache, range: WantedRange, number: number): Promise<readonly RangePiece[]> {
  const [segment] = await cache.take(range.owner, number, number);
  const cutting: Promise<RangePiece>[] = [];
  addPieces(cutting, range, number, segment!);
  const pieces = await Promise.all(cutting);
  segment!.release();
  return pieces;
}

/**
 * Adds the pieces of one segment that belong to the range. Partial fragments are added as promises, because they may
 * still be decompressed and compressed.
 */
function addPieces(
  pieces: Promise<RangePiece>[],
  { owner, first, last, gzip, cutEnds }: WantedRange,
  number: number,
  { index, bytes }: LoadedSegment,
): void {
  const from = number === first.segment ? first.record : 0;
  const to = number === last.segment ? last.record : index.recordCount - 1;
  for (const piece of piecesOf(number, index, from, to)) {
    if (piece.kind === 'whole') pieces.push(Promise.resolve(piece));
    else pieces.push(gzip ? Promise.resolve(cutEnds.of(owner, piece, bytes)) : carryOut(piece, bytes, false));
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
