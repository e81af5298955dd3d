import { crc32 } from 'node:zlib';
import { type Checksum, checksum, RunningChecksum } from './crc32.js';
import { storedByte } from './gzip-member.js';

/** 250 divides the page sizes 250, 500, 1000, 2000 and 5000. */
export const recordsPerSegment = 250;
export const recordsPerFragment = 25;

const comma = 0x2c;
/** What stands after every fragment: one comma, which an answer leaves out after its last record. */
export const separator = { data: storedByte(comma), checksum: checksum(crc32(','), 1), byte: comma } as const;

/** What is noted of a fragment when it is stored. */
export interface FragmentEntry {
  readonly compressedLength: number;
  readonly rawLength: number;
  /** CRC-32 of the raw bytes. */
  readonly crc: number;
  /** Where each record starts in the raw bytes. One comma stands between two records. */
  readonly offsets: readonly number[];
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
  readonly offsets: Uint32Array;
}

/** Where everything is in a segment. Its bytes are the fragments in order, each followed by a separator. */
export interface SegmentIndex {
  readonly recordCount: number;
  /** Up to the end of the last fragment: the separator after it is left out. */
  readonly compressedLength: number;
  /** Of the whole segment with the commas between its records, and none after the last. */
  readonly checksum: Checksum;
  readonly fragments: readonly Fragment[];
}

/** Little-endian 32-bit numbers: how many fragments; for each its two lengths, CRC, record count and offsets. */
export function encodeSegmentIndex(fragments: readonly FragmentEntry[]): Buffer {
  const count = fragments.reduce((sum, { offsets }) => sum + 4 + offsets.length, 1);
  const bytes = Buffer.allocUnsafe(count * 4);
  let at = 0;
  const write = (value: number) => {
    at = bytes.writeUInt32LE(value, at);
  };
  write(fragments.length);
  for (const { compressedLength, rawLength, crc, offsets } of fragments) {
    write(compressedLength);
    write(rawLength);
    write(crc);
    write(offsets.length);
    for (const offset of offsets) write(offset);
  }
  return bytes;
}

export function decodeSegmentIndex(encoded: Uint8Array): SegmentIndex {
  const view = new DataView(encoded.buffer, encoded.byteOffset, encoded.byteLength);
  let at = 0;
  const read = () => {
    const value = view.getUint32(at, true);
    at += 4;
    return value;
  };
  const fragments: Fragment[] = [];
  const whole = new RunningChecksum();
  let position = 0;
  let recordCount = 0;
  for (let rest = read(); rest > 0; rest--) {
    if (fragments.length > 0) {
      whole.append(separator.checksum);
      position += separator.data.length;
    }
    const end = position + read();
    const rawLength = read();
    const sum = checksum(read(), rawLength);
    const offsets = new Uint32Array(read());
    for (let n = 0; n < offsets.length; n++) offsets[n] = read();
    fragments.push({
      start: position,
      end,
      checksum: sum,
      firstRecord: recordCount,
      recordCount: offsets.length,
      offsets,
    });
    whole.append(sum);
    position = end;
    recordCount += offsets.length;
  }
  return { recordCount, compressedLength: position, checksum: checksum(whole.crc, whole.length), fragments };
}
