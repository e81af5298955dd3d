import { crc32 } from 'node:zlib';
import { type Checksum, checksum, RunningChecksum } from './crc32.js';
import { storedByte } from './gzip-member.js';

/** 250 divides the page sizes 250, 500, 1000, 2000 and 5000. */
export const recordsPerSegment = 250;
export const recordsPerFragment = 25;
/** Segments from this number on hold the keys of removed records: no batch has so many records. */
export const firstRemovedSegment = 2 ** 30;

const comma = 0x2c;
/** Follows every fragment: one comma. An answer leaves it out after its last record. */
export const separator = { data: storedByte(comma), checksum: checksum(crc32(','), 1), byte: comma } as const;

/** The index entry of a fragment. */
export interface FragmentEntry {
  readonly compressedLength: number;
  readonly rawLength: number;
  /** CRC-32 of the raw bytes. */
  readonly crc: number;
  /** The start of each record in the raw bytes. One comma separates two records. */
  readonly offsets: readonly number[];
}

/** Little-endian 32-bit numbers: of the segment, then of each fragment, then the start of each record. */
const numberBytes = 4;
const segmentNumbers = { fragments: 0, records: 1, compressedLength: 2, rawLength: 3, crc: 4 };
const fragmentNumbers = { records: 0, compressedLength: 1, rawLength: 2, crc: 3 };
const segmentHeader = Object.keys(segmentNumbers).length;
const fragmentHeader = Object.keys(fragmentNumbers).length;

/** Makes the index of a segment, once, when the segment is written. */
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
 * The places of the fragments and records of a segment. Its bytes are the fragments in order, each followed by a separator. Most answers
 * send whole segments, so fragments are decoded only on demand.
 */
export class SegmentIndex {
  readonly recordCount: number;
  /** Up to the end of the last fragment: the separator after it is left out. */
  readonly compressedLength: number;
  /** Of the whole segment with the commas between its records, without one after the last. */
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

  /** The memory of the index, approximately. */
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

/** A fragment within the bytes of its segment. */
export interface Fragment {
  /** Its compressed bytes are `data[start]` to `data[end - 1]`. */
  readonly start: number;
  readonly end: number;
  readonly checksum: Checksum;
  /** Of its first record within the segment. */
  readonly firstRecord: number;
  readonly recordCount: number;
  /** The start of a record in the raw bytes; for the number after the last one, the start of a next record after a comma. */
  readonly offsetOf: (record: number) => number;
}
