import { promisify } from 'node:util';
import { constants, deflateRawSync, inflateRaw } from 'node:zlib';
import type { RenderedRecord } from '../download/rendered-record.js';
import { bodyDeflate, compressInTurn } from './body-compressor.js';

/** A body that is not packed begins with a quotation mark. A packed one begins with its length, so with a zero below 16 MiB. */
const lengthStart = 0;
const lengthBytes = 4;
const inflate = promisify(inflateRaw);
const packing = { ...bodyDeflate, chunkSize: 4_096, finishFlush: constants.Z_FULL_FLUSH } as const;

/**
 * Packs a rendered body for tables with large bodies: its length, then deflate data (RFC 1951) at the fastest level. A slip of ten
 * lines takes a sixth of its size. The data end with a full flush, so that several of them one after the other are deflate data too.
 */
export function packBody(body: Uint8Array): Buffer {
  return Buffer.concat([lengthOf(body), deflateRawSync(body, packing)]);
}

/** The same by the thread pool. */
export async function packBodyAside(body: Uint8Array): Promise<Buffer> {
  return Buffer.concat([lengthOf(body), await compressInTurn(body)]);
}

function lengthOf(body: Uint8Array): Buffer {
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32BE(body.length);
  return length;
}

/**
 * Unpacks the bodies of records, all of them in one job of the thread pool. Bodies that are not packed, such as those of products on
 * SQLite, stay as they are.
 *
 * @throws Error when stored bytes are damaged
 */
export async function unpackBodies(records: readonly RenderedRecord[]): Promise<readonly RenderedRecord[]> {
  const packed = records.map(({ body }) => body).filter(isPacked);
  if (packed.length === 0) return records;
  const lengths = packed.map(unpackedLength);
  const whole = await inflateTogether(packed, sumOf(lengths));
  let end = 0;
  let next = 0;
  return records.map((record) => {
    if (!isPacked(record.body)) return record;
    const start = end;
    end += lengths[next++]!;
    return { ...record, body: whole.subarray(start, end) };
  });
}

/** How many bytes a stored body has once it is unpacked. */
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
  if (whole.length !== length) throw new Error(`Stored bodies are damaged: ${whole.length} bytes instead of ${length}`);
  return whole;
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
