import { crc32 } from 'node:zlib';
import { type Checksum, checksum, RunningChecksum } from '../bytes/crc32.js';
import { deflateFragment } from '../bytes/fragment.js';
import { gzipEnd, gzipStart } from '../bytes/gzip-member.js';
import { freeMemory, type OwnedBytes, ownedBytes, passingBytes, sharedBytes } from '../bytes/owned-bytes.js';
import { type Fragment, recordsPerFragment, recordsPerSegment } from '../bytes/segment-index.js';
import { inflateLines, linesLength } from '../bytes/segment-lines.js';
import { answerMemory } from './answer-memory.js';
import type { KnownLines } from './known-lines.js';
import type { LoadedSegment } from './loaded-segment.js';
import { ReadAhead } from './read-ahead.js';
import type { SegmentCache } from './segment-cache.js';
import type { RangeEncoding, StoredRecords } from './stored-records.js';

/**
 * The size in bytes of a portion of the answer, in the encoding of the answer. With portions of this size, a slow reader of large
 * records holds only a few portions of the answer in memory instead of a few segments.
 */
const bytesPerPortion = 1024 * 1024;
const portionsAhead = new ReadAhead(2, 16);

/** The source from which records are read. */
export interface LineSource {
  readonly cache: SegmentCache;
  readonly known: KnownLines;
}

/** Some records of one segment, counted from its first record. */
interface Portion {
  readonly number: number;
  readonly from: number;
  readonly to: number;
}

/** A piece of an answer. For gzip, a piece also contains the checksums of its lines. */
interface LinesPiece {
  readonly piece: OwnedBytes;
  readonly checksums: readonly Checksum[];
}

/** Consecutive lines of an answer, with their checksums. */
interface LinesPart {
  readonly bytes: Buffer;
  readonly checksums: readonly Checksum[];
}

/**
 * Returns the records `first` to `last` as NDJSON, with a newline after each record. Records are counted from 0, and both ends
 * are included. With gzip, the stored bytes are sent with a few changes, and only fragments that lie partly outside the range are
 * compressed again. Without gzip, fragments are decompressed, and the commas in them are replaced by newlines.
 */
export async function* readRecords(
  source: LineSource,
  stored: StoredRecords,
  first: number,
  last: number,
  encoding: RangeEncoding,
): AsyncGenerator<OwnedBytes, void, undefined> {
  const gzip = encoding === 'gzip';
  const portions = portionsOf(first, last, recordsPerPortion(stored, encoding));
  const steps = portions.map((portion) => () => stepOf(source, stored, portion, encoding));
  const whole = new RunningChecksum();
  if (gzip) yield sharedBytes(gzipStart(Buffer.alloc(0)));
  let position = 0;
  for await (const { piece, checksums } of portionsAhead.over(steps)) {
    const step = steps[position++]!;
    for (const each of checksums) whole.append(each);
    yield* answerMemory.pass(piece, async () => (await step()).piece);
  }
  if (gzip) yield sharedBytes(gzipEnd(Buffer.alloc(0), whole.crc, whole.length));
}

/** Finds the changes that turn a segment into lines. */
type LinesOf = (segment: LoadedSegment) => ReturnType<KnownLines['of']>;

async function stepOf(
  { cache, known }: LineSource,
  stored: StoredRecords,
  portion: Portion,
  encoding: RangeEncoding,
): Promise<LinesPiece> {
  const number = stored.firstSegment + portion.number;
  const bytes = ((portion.to - portion.from + 1) * stored.bytes[encoding]) / Math.max(1, stored.recordCount);
  const linesOf: LinesOf = (segment) => known.of(stored.owner, number, segment);
  let checksums: readonly Checksum[] = [];
  const piece = await answerMemory.make(bytes, async () => {
    const [segment] = await cache.take(stored.owner, number, number);
    try {
      if (encoding === 'identity') return await plainLines(segment!, portion);
      const lines = await gzipLines(linesOf, segment!, portion);
      checksums = lines.checksums;
      return lines.piece;
    } finally {
      segment!.release();
    }
  });
  return { piece, checksums };
}

/** Returns the number of records in whole fragments that make up about one megabyte of the answer. */
function recordsPerPortion({ bytes, recordCount }: StoredRecords, encoding: RangeEncoding): number {
  const fragments = Math.floor((bytesPerPortion * recordCount) / (Math.max(1, bytes[encoding]) * recordsPerFragment));
  return Math.min(recordsPerSegment, recordsPerFragment * Math.max(1, fragments));
}

/** Divides the range into portions. Each portion contains records of only one segment. */
function portionsOf(first: number, last: number, length: number): readonly Portion[] {
  const portions: Portion[] = [];
  for (let start = first; start <= last; ) {
    const number = Math.floor(start / recordsPerSegment);
    const from = start - number * recordsPerSegment;
    const to = Math.min(from - (from % length) + length, recordsPerSegment, last - number * recordsPerSegment + 1) - 1;
    portions.push({ number, from, to });
    start += to - from + 1;
  }
  return portions;
}

async function plainLines({ index, bytes: data }: LoadedSegment, portion: Portion): Promise<OwnedBytes> {
  const fragments = index.fragments.filter((fragment) => overlaps(fragment, portion));
  const lines = await inflateLines(fragments, data);
  const [start, end] = [fragments[0]!, fragments.at(-1)!];
  const afterEnd = lines.length - linesLength(end) + end.offsetOf(recordsUpTo(end, portion.to));
  const bytes = lines.subarray(start.offsetOf(Math.max(0, portion.from - start.firstRecord)), afterEnd);
  return ownedBytes(bytes, () => freeMemory(lines));
}

async function gzipLines(knownLines: LinesOf, segment: LoadedSegment, portion: Portion): Promise<LinesPiece> {
  const overlapping = segment.index.fragments.filter((fragment) => overlaps(fragment, portion));
  const whole = overlapping.filter((fragment) => isWithin(fragment, portion));
  const runs = overlapping.flatMap((fragment) => {
    if (fragment === whole[0]) return [wholeLines(knownLines, segment, whole)];
    return whole.includes(fragment) ? [] : [cutLines(fragment, segment, portion)];
  });
  const parts = await Promise.all(runs);
  const checksums = parts.flatMap((part) => part.checksums);
  if (runs.length === 1 && whole.length === 0) return { piece: sharedBytes(parts[0]!.bytes), checksums };
  const bytes = parts.length === 1 ? parts[0]!.bytes : Buffer.concat(parts.map((part) => part.bytes));
  return { piece: passingBytes(bytes), checksums };
}

async function wholeLines(
  knownLines: LinesOf,
  segment: LoadedSegment,
  fragments: readonly Fragment[],
): Promise<LinesPart> {
  const lines = await knownLines(segment);
  const first = segment.index.fragments.indexOf(fragments[0]!);
  return {
    bytes: lines.take(segment.bytes, fragments),
    checksums: lines.checksums.slice(first, first + fragments.length),
  };
}

/** Compresses a part of a fragment again. The compressor may overwrite the returned bytes later. */
async function cutLines(fragment: Fragment, { bytes: data }: LoadedSegment, { from, to }: Portion): Promise<LinesPart> {
  const inflated = await inflateLines([fragment], data);
  const start = fragment.offsetOf(Math.max(0, from - fragment.firstRecord));
  const lines = inflated.subarray(start, fragment.offsetOf(recordsUpTo(fragment, to)));
  const sum = checksum(crc32(lines), lines.length);
  const bytes = await deflateFragment(lines, 'passing');
  freeMemory(inflated);
  return { bytes, checksums: [sum] };
}

function overlaps({ firstRecord, recordCount }: Fragment, { from, to }: Portion): boolean {
  return firstRecord <= to && firstRecord + recordCount > from;
}

function isWithin({ firstRecord, recordCount }: Fragment, { from, to }: Portion): boolean {
  return firstRecord >= from && firstRecord + recordCount <= to + 1;
}

/** Returns the number of records in the fragment up to record `to` of the segment. */
function recordsUpTo({ firstRecord, recordCount }: Fragment, to: number): number {
  return Math.min(to + 1 - firstRecord, recordCount);
}
