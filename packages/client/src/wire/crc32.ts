/**
 * Tables for eight bytes at a time: `tables[k * 256 + b]` is the contribution of a byte with the value b that is
 * followed by k other bytes.
 */
const tables = makeTables();

/**
 * CRC-32 of gzip and `X-Range-Crc32` (RFC 1952 §8). On Node, Node's own function is used, which is several times
 * faster.
 */
export const crc32: (bytes: Uint8Array) => number = builtIn() ?? portableCrc32;

/** Computes the same checksum in plain JavaScript. */
export function portableCrc32(bytes: Uint8Array): number {
  const { buffer, byteOffset, length } = bytes;
  const view = new DataView(buffer, byteOffset, length);
  const whole = length - (length % 8);
  let crc = -1;
  let at = 0;
  for (; at < whole; at += 8) {
    const low = crc ^ view.getInt32(at, true);
    const high = view.getInt32(at + 4, true);
    crc =
      (tables[1_792 + (low & 0xff)] as number) ^
      (tables[1_536 + ((low >>> 8) & 0xff)] as number) ^
      (tables[1_280 + ((low >>> 16) & 0xff)] as number) ^
      (tables[1_024 + (low >>> 24)] as number) ^
      (tables[768 + (high & 0xff)] as number) ^
      (tables[512 + ((high >>> 8) & 0xff)] as number) ^
      (tables[256 + ((high >>> 16) & 0xff)] as number) ^
      (tables[high >>> 24] as number);
  }
  for (; at < length; at++) crc = (tables[(crc ^ (bytes[at] as number)) & 0xff] as number) ^ (crc >>> 8);
  return ~crc >>> 0;
}

interface Zlib {
  readonly crc32?: (bytes: Uint8Array) => number;
}

/** `node:zlib` is not imported, because an import would exclude other runtimes. */
function builtIn(): Zlib['crc32'] {
  const { process } = globalThis as { process?: { getBuiltinModule?: (name: string) => Zlib | undefined } };
  return process?.getBuiltinModule?.('node:zlib')?.crc32;
}

function makeTables(): Int32Array {
  const made = new Int32Array(8 * 256);
  for (let byte = 0; byte < 256; byte++) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    made[byte] = crc;
  }
  for (let at = 256; at < made.length; at++) {
    const before = made[at - 256] as number;
    made[at] = (before >>> 8) ^ (made[before & 0xff] as number);
  }
  return made;
}
