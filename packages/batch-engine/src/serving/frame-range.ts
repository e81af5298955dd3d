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

/** The text before and after the records of a range, and the encoding of the whole answer. */
export interface RangeFrame {
  readonly encoding: RangeEncoding;
  /** The part of the answer before the records, for example the envelope and the opening bracket of the array. */
  readonly head: string | Uint8Array;
  /** The part of the answer after the records. */
  readonly tail: string | Uint8Array;
}

/** The bytes of an answer. */
export interface RangeBytes {
  readonly encoding: RangeEncoding;
  /** The exact number of bytes of the answer. */
  readonly contentLength: number;
  /** The CRC-32 of the uncompressed records with the commas between them, as eight hexadecimal digits. */
  readonly rangeCrc32: string;
  readonly recordCount: number;
  /** The whole answer, if no part of it has to be read or decompressed. */
  readonly buffers: readonly OwnedBytes[] | undefined;
  /** The answer in pieces. Each piece is read or decompressed only shortly before it is taken. */
  readonly body: AsyncIterable<OwnedBytes>;
}

/** A part of an answer: either its bytes, or a function that makes the bytes when they are needed. */
type Part = Step<OwnedBytes>;

const comma = sharedBytes(Buffer.of(separator.byte));
const storedComma = sharedBytes(separator.data);
/** With many readers, reading ahead has no benefit, and the bytes take memory. */
const segmentsAhead = new ReadAhead(2, 32);
/**
 * The approximate size of the fragments that one job of the thread pool decompresses. With half this size, passing jobs to the
 * pool would cost a fifth more. With larger jobs, or with a fixed number of fragments of any size, a slow reader would hold much
 * memory.
 */
const rawBytesPerInflation = 1024 * 1024;
/** With many readers, the thread pool is busy in any case, and decompressed bytes take memory. */
const inflationsAhead = new ReadAhead(2, 16);

/**
 * For each encoding: the function that makes the parts of an answer, and the number of parts that are made before they are
 * needed.
 */
const encodings = {
  gzip: { add: addStored, ahead: segmentsAhead },
  identity: { add: addPlain, ahead: inflationsAhead },
} as const satisfies Record<RangeEncoding, object>;

/**
 * Adds the text around the records to a selected range. With gzip, the answer is one gzip member that contains the stored
 * fragments unchanged.
 */
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

/** A class is used because each answer needs an instance, and an object with a computed key would take a microsecond. */
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

/** Yields the parts of an answer in order. Only parts that are read or decompressed for the answer can be made again. */
async function* handOver(parts: readonly Part[], ahead: ReadAhead): AsyncGenerator<OwnedBytes, void, undefined> {
  let position = 0;
  for await (const piece of ahead.over(parts)) {
    const part = parts[position++];
    yield* answerMemory.pass(piece, typeof part === 'function' ? part : undefined);
  }
}

/** Returns the bytes before and after the records, and the data from which headers are made. */
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

/**
 * Adds fragments and separators in their stored form. Fragments and separators form one gzip member together with the bytes
 * before and after them.
 */
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

/** Adds the records in decompressed form. A few fragments are decompressed at a time. */
function addPlain(parts: Part[], { pieces, goesOn }: PieceGroup, range: SelectedRange): void {
  for (const [position, piece] of pieces.entries()) {
    const separated = goesOn || position < pieces.length - 1;
    if (piece.kind === 'whole') addInflations(parts, piece, separated, range);
    else if (separated) parts.push(piece, comma);
    else parts.push(piece);
  }
}

/** A separator is deflate data too, so a fragment that is decompressed together with its separator ends with a comma. */
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

/**
 * Returns the fragments, beginning with `first`, that are decompressed in one job. At least one fragment is returned, even if it
 * is larger than the usual size.
 */
function fragmentsTogether(fragments: readonly Fragment[], first: number): readonly Fragment[] {
  let end = first;
  let rawBytes = 0;
  do {
    rawBytes += fragments[end++]!.checksum.length;
  } while (end < fragments.length && rawBytes + fragments[end]!.checksum.length <= rawBytesPerInflation);
  return fragments.slice(first, end);
}
