import { promisify } from 'node:util';
import { constants, deflateRaw, deflateRawSync, inflateRaw, type ZlibOptions } from 'node:zlib';
import type { RenderedRecord } from '../download/rendered-record.js';

/** A rendered body, which is never empty, begins with a quotation mark; a length below 16 MiB with a zero. */
const lengthStart = 0;
const lengthBytes = 4;
const inflate = promisify(inflateRaw);
const deflate = promisify<Uint8Array, ZlibOptions, Buffer>(deflateRaw);
const packing = { level: constants.Z_BEST_SPEED, finishFlush: constants.Z_FULL_FLUSH } as const;

/**
 * A rendered body as it is stored where bodies are large: its length, then deflate data (RFC 1951) at the fastest level, which
 * makes a sixth of a slip of ten lines. The data are ended with a full flush, so that any number of them in a row are
 * deflate data as well.
 */
export function packBody(body: Uint8Array): Buffer {
  return Buffer.concat([lengthOf(body), deflateRawSync(body, packing)]);
}

/** The same by the thread pool. */
export async function packBodyAside(body: Uint8Array): Promise<Buffer> {
  return Buffer.concat([lengthOf(body), await deflate(body, packing)]);
}

function lengthOf(body: Uint8Array): Buffer {
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32BE(body.length);
  return length;
}

/**
 * Records with the rendered bodies that were packed. All are inflated in one job of the thread pool. Bodies that were stored
 * before bodies were packed are taken as they are.
 *
 * @throws Error when stored bytes are damaged
 */
export async function unpackBodies(records: readonly RenderedRecord[]): Promise<readonly RenderedRecord[]> {
  const packed = records.filter(({ body }) => body[0] === lengthStart).map(({ body }) => asBuffer(body));
  if (packed.length === 0) return records;
  const lengths = packed.map((body) => body.readUInt32BE());
  const whole = await inflateTogether(packed, sumOf(lengths));
  let end = 0;
  let next = 0;
  return records.map((record) => {
    if (record.body[0] !== lengthStart) return record;
    const start = end;
    end += lengths[next++]!;
    return { ...record, body: whole.subarray(start, end) };
  });
}

async function inflateTogether(packed: readonly Buffer[], length: number): Promise<Buffer> {
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
