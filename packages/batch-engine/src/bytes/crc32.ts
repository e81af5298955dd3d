const polynomial = 0xedb88320;

/** Multiplies two polynomials modulo the CRC-32 polynomial, in reflected bit order (`multmodp` in zlib). */
function multiply(a: number, b: number): number {
  let product = 0;
  for (let bit = 0x80000000; ; bit >>>= 1) {
    if ((a & bit) !== 0) {
      product ^= b;
      if ((a & (bit - 1)) === 0) return product >>> 0;
    }
    b = (b & 1) === 0 ? b >>> 1 : (b >>> 1) ^ polynomial;
  }
}

/** `powers[n]` is x raised to the power of 2^n. */
const powers = (() => {
  const table: number[] = [0x40000000];
  for (let n = 1; n < 32; n++) table.push(multiply(table[n - 1]!, table[n - 1]!));
  return table;
})();

/**
 * Returns the effect that appending `length` bytes has on the CRC of the bytes before them: x raised to the power of 8 · length.
 */
function crcShift(length: number): number {
  let shift = 0x80000000;
  for (let n = 3, rest = length; rest > 0; n++, rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) shift = multiply(powers[n & 31]!, shift);
  }
  return shift;
}

/**
 * The CRC-32 and the length of some bytes. From the checksum and the length, the CRC-32 of joined bytes can be computed without
 * reading the bytes.
 */
export interface Checksum {
  readonly crc: number;
  readonly length: number;
  /** The result of `crcShift(length)`, which is computed only once. */
  readonly shift: number;
}

export const emptyChecksum: Checksum = { crc: 0, length: 0, shift: 0x80000000 };

export function checksum(crc: number, length: number): Checksum {
  return { crc, length, shift: crcShift(length) };
}

/** Computes the CRC-32 of two consecutive runs of bytes from their own CRCs (`crc32_combine` in zlib). */
export function joinCrc(crc: number, next: Checksum): number {
  return (multiply(next.shift, crc) ^ next.crc) >>> 0;
}

/** Computes the CRC-32 and the length of many consecutive runs of bytes. */
export class RunningChecksum {
  #crc = 0;
  #length = 0;

  append(next: Checksum): void {
    this.#crc = joinCrc(this.#crc, next);
    this.#length += next.length;
  }

  get crc(): number {
    return this.#crc;
  }

  get length(): number {
    return this.#length;
  }
}
