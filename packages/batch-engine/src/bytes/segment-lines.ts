import { crc32 } from 'node:zlib';
import { type Checksum, checksum } from './crc32.js';
import { inflateInTurn } from './fragment.js';
import { newlineSplices, type Splice } from './newline-splices.js';
import { type Fragment, type SegmentIndex, separator } from './segment-index.js';

const newline = 0x0a;
/** The approximate memory that one segment takes in addition to its bytes. */
const objectBytes = 1_500;
/** Each replacement is stored as three numbers: the start and the end of the replaced range, and the number of new bytes. */
const numbersPerSplice = 3;

/** Converts the stored bytes of a segment to lines without compressing them again. */
export class SegmentLines {
  /** The checksum of the lines of each fragment, with a newline after each line. */
  readonly checksums: readonly Checksum[];
  readonly #numbers: Uint32Array;
  readonly #bytes: Uint8Array;

  private constructor(splices: readonly Splice[], checksums: readonly Checksum[]) {
    this.checksums = checksums;
    this.#numbers = Uint32Array.from(splices.flatMap(({ start, end, bytes }) => [start, end, bytes.length]));
    this.#bytes = Buffer.concat(splices.map(({ bytes }) => bytes));
  }

  /** Decompresses and reads all fragments of a segment, one after another. */
  static async of(index: SegmentIndex, data: Uint8Array): Promise<SegmentLines> {
    const splices: Splice[] = [];
    const checksums: Checksum[] = [];
    for (const fragment of index.fragments) {
      const lines = await inflateLines([fragment], data);
      checksums.push(checksum(crc32(lines), lines.length));
      splices.push(...splicesOf(fragment, data, lines));
    }
    return new SegmentLines(splices, checksums);
  }

  /** The approximate number of bytes of memory that this object takes. */
  get byteLength(): number {
    return this.#numbers.byteLength + this.#bytes.byteLength + objectBytes;
  }

  /** Returns consecutive fragments as lines, with a newline after each line. */
  take(data: Uint8Array, fragments: readonly Fragment[]): Buffer {
    const first = fragments[0]!.start;
    const last = fragments.at(-1)!.end + separator.data.length;
    const lines = Buffer.allocUnsafe(last - first + this.#growth(first, last));
    let length = 0;
    let at = first;
    for (const { start, end, bytes } of this.#splicesWithin(first, last)) {
      lines.set(data.subarray(at, start), length);
      length += start - at;
      lines.set(bytes, length);
      length += bytes.length;
      at = end;
    }
    lines.set(data.subarray(at, last), length);
    return lines;
  }

  #growth(first: number, last: number): number {
    let growth = 0;
    for (const { start, end, bytes } of this.#splicesWithin(first, last)) growth += bytes.length - (end - start);
    return growth;
  }

  *#splicesWithin(first: number, last: number): Generator<Splice> {
    let bytesBefore = 0;
    for (let n = 0; n < this.#numbers.length; n += numbersPerSplice) {
      const [start, end, length] = this.#numbers.subarray(n, n + numbersPerSplice) as unknown as [
        number,
        number,
        number,
      ];
      if (start >= first && end <= last) {
        yield { start, end, bytes: this.#bytes.subarray(bytesBefore, bytesBefore + length) };
      }
      bytesBefore += length;
    }
  }
}

/**
 * Returns the replacements of bytes (`Splice`) in a fragment and in the separator after it. The positions of the replacements
 * refer to the bytes of the segment.
 */
function splicesOf(fragment: Fragment, data: Uint8Array, lines: Uint8Array): Splice[] {
  const { start, end } = fragment;
  const within = newlineSplices(data.subarray(start, end), lines, newlinesOf(fragment).slice(0, -1));
  const afterSeparator = end + separator.data.length;
  return [
    ...within.map((splice) => ({ ...splice, start: start + splice.start, end: start + splice.end })),
    { start: afterSeparator - 1, end: afterSeparator, bytes: Uint8Array.of(newline) },
  ];
}

/**
 * Returns the positions of all newlines in the lines of a fragment. The newlines replace the commas after the records of the
 * fragment.
 */
function newlinesOf({ recordCount, offsetOf }: Fragment): number[] {
  return Array.from({ length: recordCount }, (_, record) => offsetOf(record + 1) - 1);
}

/**
 * Decompresses consecutive fragments in one job, and puts a newline after each record. The length of a fragment does not change,
 * because a comma and a newline have one byte each.
 */
export async function inflateLines(fragments: readonly Fragment[], data: Uint8Array): Promise<Buffer> {
  const stored = data.subarray(fragments[0]!.start, fragments.at(-1)!.end + separator.data.length);
  const length = fragments.reduce((sum, fragment) => sum + linesLength(fragment), 0);
  const lines = await inflateInTurn(stored, length);
  let start = 0;
  for (const fragment of fragments) {
    for (const at of newlinesOf(fragment)) lines[start + at] = newline;
    start += linesLength(fragment);
  }
  return lines;
}

/** Returns the length of a fragment's lines, including the last newline. */
export function linesLength({ checksum: { length } }: Fragment): number {
  return length + 1;
}
