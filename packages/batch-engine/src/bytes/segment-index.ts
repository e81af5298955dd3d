import { crc32 } from 'node:zlib';
import { type Checksum, checksum, RunningChecksum } from './crc32.js';
import { storedByte } from './gzip-member.js';

/** The number of records in a segment. The usual page sizes 250, 500, 1000, 2000 and 5000 are multiples of 250. */
export const recordsPerSegment = 250;
export const recordsPerFragment = 25;
/**
 * The number of the first segment with keys of removed records. All segments with a higher number contain keys of removed records
 * too. No batch has enough records to use this number for a segment of records.
 */
export const firstRemovedSegment = 2 ** 30;

const comma = 0x2c;
/**
 * A separator is one comma in compressed form, and it follows every fragment. In an answer, the separator after the last record
 * is omitted.
 */
export const separator = { data: storedByte(comma), checksum: checksum(crc32(','), 1), byte: comma } as const;

/** The entry of a fragment in the index of its segment. */
export interface FragmentEntry {
  readonly compressedLength: number;
  readonly rawLength: number;
  /** The CRC-32 of the decompressed bytes. */
  readonly crc: number;
  /** The positions at which the records begin in the decompressed bytes. There is a comma between two records. */
  readonly offsets: readonly number[];
}

/**
 * The index consists of little-endian 32-bit numbers: first for the segment, then for each fragment, and then the start of each
 * record.
 */
const numberBytes = 4;
const segmentNumbers = { fragments: 0, records: 1, compressedLength: 2, rawLength: 3, crc: 4 };
const fragmentNumbers = { records: 0, compressedLength: 1, rawLength: 2, crc: 3 };
const segmentHeader = Object.keys(segmentNumbers).length;
const fragmentHeader = Object.keys(fragmentNumbers).length;

/** Builds the index of a segment. The index is built once, when the segment is written. */
export function encodeSegmentIndex(fragments: readonly FragmentEntry[]): Buffer {
  const whole = new RunningChecksum();
  for (const { crc, rawLength } of fragments) {
    if (whole.length > 0) whole.append(separator.checksum);
    whole.append(checksum(crc, rawLength));
  }
  const gaps = (fragments.length - 1) * separator.data.length;
  const compressedLength = fragments.reduce((sum, fragment) => sum + fragment.compressedLength, gaps);
  const offsets = fragments.flatMap((fragment) => fragment.offsets);
  const numbers = Uint32Array.of(
    fragments.length,
    offsets.length,
    compressedLength,
    whole.length,
    whole.crc,
    ...fragments.flatMap((each) => [each.offsets.length, each.compressedLength, each.rawLength, each.crc]),
    ...offsets,
  );
  const bytes = Buffer.allocUnsafe(numbers.length * numberBytes);
  for (const [position, value] of numbers.entries()) bytes.writeUInt32LE(value, position * numberBytes);
  return bytes;
}

/**
 * The positions of the fragments and records in a segment. The bytes of a segment are its fragments in order, each followed by a
 * separator. The entries of fragments are decoded only when they are needed, because most answers send whole segments.
 */
export class SegmentIndex {
  readonly recordCount: number;
  /** The number of bytes up to the end of the last fragment. The separator after the last fragment is not included. */
  readonly compressedLength: number;
  /**
   * The checksum of the whole decompressed segment, with commas between the records but without a comma after the last record.
   */
  readonly checksum: Checksum;
  readonly #numbers: DataView;
  #fragments: readonly Fragment[] | undefined;

  /** @param encoded by `encodeSegmentIndex` */
  constructor(encoded: Uint8Array) {
    this.#numbers = new DataView(encoded.buffer, encoded.byteOffset, encoded.byteLength);
    this.recordCount = this.#number(segmentNumbers.records);
    this.compressedLength = this.#number(segmentNumbers.compressedLength);
    this.checksum = checksum(this.#number(segmentNumbers.crc), this.#number(segmentNumbers.rawLength));
  }

  /** The approximate number of bytes of memory that the index takes. */
  get byteLength(): number {
    return this.#numbers.byteLength;
  }

  get fragments(): readonly Fragment[] {
    this.#fragments ??= this.#readFragments();
    return this.#fragments;
  }

  #readFragments(): readonly Fragment[] {
    const count = this.#number(segmentNumbers.fragments);
    const firstOffset = segmentHeader + count * fragmentHeader;
    const fragments: Fragment[] = [];
    let start = 0;
    let firstRecord = 0;
    for (let n = 0; n < count; n++) {
      const at = segmentHeader + n * fragmentHeader;
      const recordCount = this.#number(at + fragmentNumbers.records);
      const end = start + this.#number(at + fragmentNumbers.compressedLength);
      const rawLength = this.#number(at + fragmentNumbers.rawLength);
      const offsets = firstOffset + firstRecord;
      fragments.push({
        start,
        end,
        checksum: checksum(this.#number(at + fragmentNumbers.crc), rawLength),
        firstRecord,
        recordCount,
        offsetOf: (record) => (record < recordCount ? this.#number(offsets + record) : rawLength + 1),
      });
      start = end + separator.data.length;
      firstRecord += recordCount;
    }
    return fragments;
  }

  #number(position: number): number {
    return this.#numbers.getUint32(position * numberBytes, true);
  }
}

/** The position of a fragment in the bytes of its segment. */
export interface Fragment {
  /** The compressed bytes of the fragment are `data[start]` to `data[end - 1]`. */
  readonly start: number;
  readonly end: number;
  readonly checksum: Checksum;
  /** The number of the fragment's first record within the segment. */
  readonly firstRecord: number;
  readonly recordCount: number;
  /**
   * Returns the position at which a record begins in the decompressed bytes. For the number after the last record, it is the
   * position at which a further record would begin.
   */
  readonly offsetOf: (record: number) => number;
}
