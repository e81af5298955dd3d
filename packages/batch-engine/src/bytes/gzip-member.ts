import { crc32 } from 'node:zlib';
import { type Checksum, checksum } from './crc32.js';

/**
 * The header of a gzip member: magic number, method deflate, no flags, no time, no extra flags, unknown operating system (RFC
 * 1952, 2.3).
 */
const header = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255);
const trailerLength = 8;
const storedBlockHeaderLength = 5;
const longestStoredBlock = 0xffff;

/** Uncompressed bytes that belong to an answer, and their checksum. */
export interface PlainPart {
  readonly bytes: Buffer;
  readonly checksum: Checksum;
}

export function plainPart(content: string | Uint8Array): PlainPart {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : Buffer.from(content);
  return { bytes, checksum: checksum(crc32(bytes), bytes.length) };
}

/** Returns the start of a gzip member: the header, and the bytes `plain` in stored blocks, which end on a byte boundary. */
export function gzipStart(plain: Buffer): Buffer {
  const start = Buffer.allocUnsafe(header.length + storedLength(plain.length));
  start.set(header, 0);
  writeStored(start, header.length, plain, false);
  return start;
}

/** Returns the end of a gzip member: the bytes `plain` in stored blocks (the last block is marked as final), and the trailer. */
export function gzipEnd(plain: Buffer, crc: number, length: number): Buffer {
  const stored = Math.max(storedLength(plain.length), storedBlockHeaderLength);
  const end = Buffer.allocUnsafe(stored + trailerLength);
  writeStored(end, 0, plain, true);
  end.writeUInt32LE(crc, stored);
  end.writeUInt32LE(length % 2 ** 32, stored + 4);
  return end;
}

/**
 * Returns deflate data for a single byte. The data for the byte begin and end on a byte boundary and do not refer to earlier
 * data.
 */
export function storedByte(byte: number): Buffer {
  return Buffer.of(0, 1, 0, 0xfe, 0xff, byte);
}

function storedLength(length: number): number {
  return length + storedBlockHeaderLength * Math.ceil(length / longestStoredBlock);
}

function writeStored(target: Buffer, offset: number, plain: Buffer, final: boolean): void {
  let at = 0;
  do {
    const size = Math.min(plain.length - at, longestStoredBlock);
    if (size === 0 && !final) return;
    target[offset] = final && at + size === plain.length ? 1 : 0;
    target.writeUInt16LE(size, offset + 1);
    target.writeUInt16LE(size ^ 0xffff, offset + 3);
    target.set(plain.subarray(at, at + size), offset + storedBlockHeaderLength);
    offset += storedBlockHeaderLength + size;
    at += size;
  } while (at < plain.length);
}
