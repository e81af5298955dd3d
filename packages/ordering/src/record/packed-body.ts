import { promisify } from 'node:util';
import { constants, deflateRawSync, inflateRaw } from 'node:zlib';
import type { RenderedRecord } from '../download/rendered-record.js';
import { bodyDeflate, compressInTurn } from './body-compressor.js';
import { freeMemory } from './free-memory.js';

/**
 * An uncompressed body begins with a quotation mark. A compressed body begins with its length, so its first byte is zero if it is
 * shorter than 16 MiB.
 */
const lengthStart = 0;
const lengthBytes = 4;
const inflate = promisify(inflateRaw);
const packing = { ...bodyDeflate, chunkSize: 4_096, finishFlush: constants.Z_FULL_FLUSH } as const;

/**
 * Compresses a rendered body, for tables with large bodies. The result is the length of the body and then deflate data (RFC 1951)
 * at the fastest level. For a slip of ten lines, the result has a sixth of the original size. The compressed data end with a full
 * flush, so that the joined data of several bodies are valid deflate data.
 */
export function packBody(body: Uint8Array): Buffer {
  return Buffer.concat([lengthOf(body), deflateRawSync(body, packing)]);
}

/** Like `packBody`, but compresses in the thread pool. */
export async function packBodyAside(body: Uint8Array): Promise<Buffer> {
  return Buffer.concat([lengthOf(body), await compressInTurn(body)]);
}

function lengthOf(body: Uint8Array): Buffer {
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32BE(body.length);
  return length;
}

/**
 * Decompresses the bodies of records. All bodies together are one job of the thread pool. Uncompressed bodies, such as the bodies
 * of products on SQLite, do not change.
 *
 * @throws Error when stored bytes are damaged
 */
export async function unpackBodies(records: readonly RenderedRecord[]): Promise<readonly RenderedRecord[]> {
  const packed = records.map(({ body }) => body).filter(isPacked);
  if (packed.length === 0) return records;
  const lengths = packed.map(unpackedLength);
  const whole = await inflateTogether(packed, sumOf(lengths));
  let inUse = packed.length;
  const release = () => {
    if (--inUse === 0) freeMemory(whole);
  };
  let end = 0;
  let next = 0;
  return records.map((record) => {
    if (!isPacked(record.body)) return record;
    const start = end;
    end += lengths[next++]!;
    record.release?.();
    return { ...record, body: whole.subarray(start, end), release };
  });
}

/** Returns the length of a stored body after decompression. */
export function unpackedLength(body: Uint8Array): number {
  return isPacked(body) ? asBuffer(body).readUInt32BE() : body.length;
}

function isPacked(body: Uint8Array): boolean {
  return body[0] === lengthStart;
}

async function inflateTogether(packed: readonly Uint8Array[], length: number): Promise<Buffer> {
  const data = Buffer.concat(packed.map((body) => body.subarray(lengthBytes)));
  const options = { chunkSize: Math.max(constants.Z_MIN_CHUNK, length + 1), finishFlush: constants.Z_SYNC_FLUSH };
  const whole = await inflate(data, options);
  freeMemory(data);
  if (whole.length !== length) throw new Error(`Stored bodies are damaged: ${whole.length} bytes instead of ${length}`);
  return whole;
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
