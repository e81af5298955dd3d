import { type Checksum, checksum, RunningChecksum } from '../bytes/crc32.js';
import { inflateInTurn } from '../bytes/fragment.js';
import { gzipEnd, gzipStart, plainPart } from '../bytes/gzip-member.js';
import { type OwnedBytes, ownedBytes, passingBytes, sharedBytes } from '../bytes/owned-bytes.js';
import type { CutBytes, WholePiece } from '../bytes/pieces.js';
import { type Fragment, separator } from '../bytes/segment-index.js';
import { answerMemory } from './answer-memory.js';
import { ReadAhead, type Step } from './read-ahead.js';

/** `gzip`: one gzip member (RFC 1952); `identity`: the bytes of the records themselves. */
export type RangeEncoding = 'gzip' | 'identity';

/** What to put around the records of a range, and how to send it all. */
export interface RangeFrame {
  readonly encoding: RangeEncoding;
  /** The answer up to the records, for example the envelope and the array's opening bracket. */
  readonly head: string | Uint8Array;
  /** The answer after the records. */
  readonly tail: string | Uint8Array;
}

/** The bytes of an answer. */
export interface RangeBytes {
  readonly encoding: RangeEncoding;
  /** Exact. */
  readonly contentLength: number;
  /** CRC-32 of the uncompressed records with the commas between them, as eight hexadecimal digits. */
  readonly rangeCrc32: string;
  readonly recordCount: number;
  /** The whole answer, where it is at hand without reading or inflating anything. */
  readonly buffers: readonly OwnedBytes[] | undefined;
  /** The answer piece by piece. Nothing is read or inflated long before it is taken. */
  readonly body: AsyncIterable<OwnedBytes>;
}

/** What the records of an answer are put together from. */
export type RangePiece = WholePiece | CutBytes;

/** Where the bytes of the range's segments come from. Each time they are taken they are to be released. */
export interface SegmentSource {
  /** A segment that was taken for this answer before, if it was. */
  held(segment: number): OwnedBytes | undefined;
  take(segment: number): Promise<OwnedBytes>;
}

/** A part of an answer: bytes, or how to get them when their turn comes. */
type Part = Step<OwnedBytes>;

const comma = sharedBytes(Buffer.of(separator.byte));
const storedComma = sharedBytes(separator.data);
/** Of many readers at once each is served soon enough without, and what has been read takes memory. */
const segmentsAhead = new ReadAhead(2, 32);
/**
 * One job of the thread pool inflates fragments of about this size together: half of it costs a fifth more in hand-overs,
 * and more, or a number of fragments whatever their size, would let a slow reader hold much memory.
 */
const rawBytesPerInflation = 1024 * 1024;
/** Of many readers at once each keeps the thread pool busy anyway, and what has been inflated takes memory. */
const inflationsAhead = new ReadAhead(2, 16);

/** How the records of an answer become bytes, for each encoding. */
const encodings = {
  gzip: { add: addStored, ahead: segmentsAhead },
  identity: { add: addPlain, ahead: inflationsAhead },
} as const;

export function frameRange(
  frame: RangeFrame,
  recordCount: number,
  pieces: readonly RangePiece[],
  source: SegmentSource,
): RangeBytes {
  const sum = new RangeSum();
  for (const piece of pieces) sum.append(piece);
  const { start, end, ...about } = describeRange(frame, recordCount, sum);
  const { add, ahead } = encodings[frame.encoding];
  const parts: Part[] = [start];
  add(parts, pieces, false, source);
  parts.push(end);
  return {
    ...about,
    buffers: parts.every((part) => typeof part !== 'function') ? parts : undefined,
    body: new HandedOver(parts, ahead),
  };
}

/**
 * The same for a range of any length, at memory that does not grow with it.
 *
 * @param sum of all pieces
 * @param groups answers the pieces once more, a group at a time
 */
export function frameLongRange(
  frame: RangeFrame,
  recordCount: number,
  sum: RangeSum,
  groups: () => AsyncIterable<PieceGroup>,
  source: SegmentSource,
): RangeBytes {
  const { start, end, ...about } = describeRange(frame, recordCount, sum);
  const { add, ahead } = encodings[frame.encoding];
  const body = async function* () {
    yield start;
    for await (const { pieces, goesOn } of groups()) {
      const parts: Part[] = [];
      add(parts, pieces, goesOn, source);
      yield* handOver(parts, ahead);
    }
    yield end;
  };
  return {
    ...about,
    buffers: undefined,
    body: { [Symbol.asyncIterator]: body },
  };
}

/** A class for the reason that `ReadAhead` has. */
class HandedOver implements AsyncIterable<OwnedBytes> {
  readonly #parts: readonly Part[];
  readonly #ahead: ReadAhead;

  constructor(parts: readonly Part[], ahead: ReadAhead) {
    this.#parts = parts;
    this.#ahead = ahead;
  }

  [Symbol.asyncIterator](): AsyncIterator<OwnedBytes> {
    return handOver(this.#parts, this.#ahead);
  }
}

/** The parts in their order. Only what is read or inflated for the answer can be made again. */
async function* handOver(parts: readonly Part[], ahead: ReadAhead): AsyncGenerator<OwnedBytes, void, undefined> {
  let position = 0;
  for await (const piece of ahead.over(parts)) {
    const part = parts[position++];
    yield* answerMemory.pass(piece, typeof part === 'function' ? part : undefined);
  }
}

/** Some pieces of a long range in their order. */
export interface PieceGroup {
  readonly pieces: readonly RangePiece[];
  /** Whether others follow. */
  readonly goesOn: boolean;
}

/** What must be known of all pieces of a range before the first byte is sent. */
export class RangeSum {
  readonly #records = new RunningChecksum();
  #pieces = 0;
  #bytes = 0;

  append(piece: RangePiece): void {
    if (this.#pieces > 0) this.#records.append(separator.checksum);
    this.#records.append(piece.checksum);
    this.#pieces++;
    this.#bytes += piece.kind === 'whole' ? piece.end - piece.start : piece.bytes.length;
  }

  /** Of the raw records with their commas. */
  get records(): Checksum {
    return checksum(this.#records.crc, this.#records.length);
  }

  /** Of the pieces as they are, with their separators. */
  get storedBytes(): number {
    return this.#bytes + separator.data.length * Math.max(0, this.#pieces - 1);
  }
}

/** What stands before and after the records, and what the headers say. */
function describeRange(frame: RangeFrame, recordCount: number, sum: RangeSum) {
  const head = plainPart(frame.head);
  const tail = plainPart(frame.tail);
  const { records } = sum;
  const about = {
    encoding: frame.encoding,
    rangeCrc32: records.crc.toString(16).padStart(8, '0'),
    recordCount,
  };
  if (frame.encoding === 'identity') {
    const contentLength = head.checksum.length + records.length + tail.checksum.length;
    return { ...about, start: sharedBytes(head.bytes), end: sharedBytes(tail.bytes), contentLength };
  }
  const whole = new RunningChecksum();
  whole.append(head.checksum);
  whole.append(records);
  whole.append(tail.checksum);
  const start = gzipStart(head.bytes);
  const end = gzipEnd(tail.bytes, whole.crc, whole.length);
  const contentLength = start.length + sum.storedBytes + end.length;
  return { ...about, start: sharedBytes(start), end: sharedBytes(end), contentLength };
}

/** Fragments and separators as they are stored: with a head, a tail and a trailer one gzip member. */
function addStored(parts: Part[], pieces: readonly RangePiece[], goesOn: boolean, source: SegmentSource): void {
  for (const [position, piece] of pieces.entries()) {
    const separated = goesOn || position < pieces.length - 1;
    if (piece.kind === 'whole') parts.push(storedBytes(piece, separated, source));
    else if (separated) parts.push(piece, storedComma);
    else parts.push(piece);
  }
}

function storedBytes(piece: WholePiece, separated: boolean, source: SegmentSource): Part {
  const end = separated ? piece.end + separator.data.length : piece.end;
  const bytesOf = (segment: OwnedBytes) =>
    ownedBytes(segment.bytes.subarray(piece.start, end), () => segment.release());
  const held = source.held(piece.segment);
  if (held !== undefined) return bytesOf(held);
  return () => answerMemory.make(end - piece.start, async () => bytesOf(await source.take(piece.segment)));
}

/** The records inflated a few fragments at a time. */
function addPlain(parts: Part[], pieces: readonly RangePiece[], goesOn: boolean, source: SegmentSource): void {
  for (const [position, piece] of pieces.entries()) {
    const separated = goesOn || position < pieces.length - 1;
    if (piece.kind === 'whole') addInflations(parts, piece, separated, source);
    else if (separated) parts.push(piece, comma);
    else parts.push(piece);
  }
}

/** A separator is deflate data as well: inflated together with its fragment it gives the comma. */
function addInflations(parts: Part[], piece: WholePiece, separated: boolean, source: SegmentSource): void {
  const { fragments } = piece;
  for (let first = 0; first < fragments.length; ) {
    const group = fragmentsTogether(fragments, first);
    first += group.length;
    const last = first === fragments.length;
    const commas = group.length - (last && !separated ? 1 : 0);
    const rawLength = group.reduce((sum, fragment) => sum + fragment.checksum.length, commas);
    const end = group.at(-1)!.end + (last && !separated ? 0 : separator.data.length);
    const inflate = async () => {
      const segment = await source.take(piece.segment);
      const data = segment.bytes.subarray(group[0]!.start, end);
      const raw = await inflateInTurn(data, rawLength);
      segment.release();
      return passingBytes(raw);
    };
    parts.push(() => answerMemory.make(rawLength, inflate));
  }
}

/** The fragments from `first` on that are inflated in one job: at least one. */
function fragmentsTogether(fragments: readonly Fragment[], first: number): readonly Fragment[] {
  let end = first;
  let rawBytes = 0;
  do {
    rawBytes += fragments[end++]!.checksum.length;
  } while (end < fragments.length && rawBytes + fragments[end]!.checksum.length <= rawBytesPerInflation);
  return fragments.slice(first, end);
}
