import { RunningChecksum } from '../bytes/crc32.js';
import { inflateInTurn } from '../bytes/fragment.js';
import { gzipEnd, gzipStart, plainPart } from '../bytes/gzip-member.js';
import { type OwnedBytes, ownedBytes, passingBytes, sharedBytes } from '../bytes/owned-bytes.js';
import type { WholePiece } from '../bytes/pieces.js';
import { type Fragment, separator } from '../bytes/segment-index.js';
import { answerMemory } from './answer-memory.js';
import { ReadAhead, type Step } from './read-ahead.js';
import type { PieceGroup, SelectedRange } from './select-range.js';
import type { RangeEncoding } from './stored-records.js';

/** The text around the records of a range, and the encoding of it all. */
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

/** A part of an answer: bytes, or how to get them when their turn comes. */
type Part = Step<OwnedBytes>;

const comma = sharedBytes(Buffer.of(separator.byte));
const storedComma = sharedBytes(separator.data);
/** With many readers, reading ahead brings nothing, and the bytes take memory. */
const segmentsAhead = new ReadAhead(2, 32);
/**
 * One job of the thread pool inflates fragments of about this size. With half of it, handing over costs a fifth more; with more, or
 * with a fixed number of fragments of any size, a slow reader would hold much memory.
 */
const rawBytesPerInflation = 1024 * 1024;
/** With many readers, each keeps the thread pool busy anyway, and inflated bytes take memory. */
const inflationsAhead = new ReadAhead(2, 16);

/** How the pieces of a range become parts of an answer, and how far ahead parts are made. */
const encodings = {
  gzip: { add: addStored, ahead: segmentsAhead },
  identity: { add: addPlain, ahead: inflationsAhead },
} as const satisfies Record<RangeEncoding, object>;

/** Frames a selected range. With gzip the answer is one member, in which stored fragments are sent as they are. */
export function frameRange(range: SelectedRange, frame: RangeFrame): RangeBytes {
  const { start, end, ...about } = describeAnswer(range, frame);
  const { add, ahead } = encodings[frame.encoding];
  const { pieces } = range;
  if (typeof pieces === 'function') {
    const body = async function* () {
      yield start;
      for await (const group of pieces()) {
        const parts: Part[] = [];
        add(parts, group, range);
        yield* handOver(parts, ahead);
      }
      yield end;
    };
    return { ...about, buffers: undefined, body: { [Symbol.asyncIterator]: body } };
  }
  const parts: Part[] = [start];
  add(parts, { pieces, goesOn: false }, range);
  parts.push(end);
  return {
    ...about,
    buffers: parts.every((part) => typeof part !== 'function') ? parts : undefined,
    body: new HandedOver(parts, ahead),
  };
}

/** A class, because one is made for every answer: an object with a computed key takes a microsecond. */
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

/** Hands the parts over in order. Only parts that are read or inflated for the answer can be made again. */
async function* handOver(parts: readonly Part[], ahead: ReadAhead): AsyncGenerator<OwnedBytes, void, undefined> {
  let position = 0;
  for await (const piece of ahead.over(parts)) {
    const part = parts[position++];
    yield* answerMemory.pass(piece, typeof part === 'function' ? part : undefined);
  }
}

/** The bytes before and after the records, and the facts that headers are made of. */
function describeAnswer({ recordCount, sum }: SelectedRange, frame: RangeFrame) {
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

/** Fragments and separators as they are stored: together with the bytes around them one gzip member. */
function addStored(parts: Part[], { pieces, goesOn }: PieceGroup, range: SelectedRange): void {
  for (const [position, piece] of pieces.entries()) {
    const separated = goesOn || position < pieces.length - 1;
    if (piece.kind === 'whole') parts.push(storedBytes(piece, separated, range));
    else if (separated) parts.push(piece, storedComma);
    else parts.push(piece);
  }
}

function storedBytes(piece: WholePiece, separated: boolean, { held, take }: SelectedRange): Part {
  const end = separated ? piece.end + separator.data.length : piece.end;
  const bytesOf = (segment: OwnedBytes) =>
    ownedBytes(segment.bytes.subarray(piece.start, end), () => segment.release());
  const inMemory = held.get(piece.segment);
  if (inMemory !== undefined) return bytesOf(inMemory);
  return () => answerMemory.make(end - piece.start, async () => bytesOf(await take(piece.segment)));
}

/** The records, inflated a few fragments at a time. */
function addPlain(parts: Part[], { pieces, goesOn }: PieceGroup, range: SelectedRange): void {
  for (const [position, piece] of pieces.entries()) {
    const separated = goesOn || position < pieces.length - 1;
    if (piece.kind === 'whole') addInflations(parts, piece, separated, range);
    else if (separated) parts.push(piece, comma);
    else parts.push(piece);
  }
}

/** A separator is deflate data as well: inflated together with its fragment it gives the comma. */
function addInflations(parts: Part[], piece: WholePiece, separated: boolean, { take }: SelectedRange): void {
  const { fragments } = piece;
  for (let first = 0; first < fragments.length; ) {
    const group = fragmentsTogether(fragments, first);
    first += group.length;
    const last = first === fragments.length;
    const commas = group.length - (last && !separated ? 1 : 0);
    const rawLength = group.reduce((sum, fragment) => sum + fragment.checksum.length, commas);
    const end = group.at(-1)!.end + (last && !separated ? 0 : separator.data.length);
    const inflate = async () => {
      const segment = await take(piece.segment);
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
