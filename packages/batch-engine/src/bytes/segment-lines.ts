import { crc32 } from 'node:zlib';
import { type Checksum, checksum } from './crc32.js';
import { inflateInTurn } from './fragment.js';
import { newlineSplices, type Splice } from './newline-splices.js';
import { type Fragment, type SegmentIndex, separator } from './segment-index.js';

const newline = 0x0a;
/** About what the objects of one segment take beside their bytes. */
const objectBytes = 1_500;
/** Numbers for each splice: where it starts and ends in the segment's bytes, and how many bytes stand there instead. */
const numbersPerSplice = 3;

/** How the stored bytes of a segment are sent as lines, without compressing them anew. */
export class SegmentLines {
  /** Of the lines of each fragment, a newline after each. */
  readonly checksums: readonly Checksum[];
  readonly #numbers: Uint32Array;
  readonly #bytes: Uint8Array;

  private constructor(splices: readonly Splice[], checksums: readonly Checksum[]) {
    this.checksums = checksums;
    this.#numbers = Uint32Array.from(splices.flatMap(({ start, end, bytes }) => [start, end, bytes.length]));
    this.#bytes = Buffer.concat(splices.map(({ bytes }) => bytes));
  }

  /** Inflates and walks through all fragments, one after the other. */
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

  /** Memory that this takes, about. */
  get byteLength(): number {
    return this.#numbers.byteLength + this.#bytes.byteLength + objectBytes;
  }

  /** Fragments in a row as lines, each with the newline after it. */
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

/** In the bytes of the segment, the separator after the fragment too. */
function splicesOf(fragment: Fragment, data: Uint8Array, lines: Uint8Array): Splice[] {
  const { start, end } = fragment;
  const within = newlineSplices(data.subarray(start, end), lines, newlinesOf(fragment).slice(0, -1));
  const afterSeparator = end + separator.data.length;
  return [
    ...within.map((splice) => ({ ...splice, start: start + splice.start, end: start + splice.end })),
    { start: afterSeparator - 1, end: afterSeparator, bytes: Uint8Array.of(newline) },
  ];
}

/** Where the newlines of a fragment are in its lines, the last one too: where its records have their commas. */
function newlinesOf({ recordCount, offsetOf }: Fragment): number[] {
  return Array.from({ length: recordCount }, (_, record) => offsetOf(record + 1) - 1);
}

/** Fragments in a row inflated in one job, a newline after each record. A comma and a newline are equally long. */
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

/** With the newline after the last of them. */
export function linesLength({ checksum: { length } }: Fragment): number {
  return length + 1;
}
