/** Reads bits in the order in which deflate packs them: the first bit of each byte is the lowest (RFC 1951, 3.1.1). */
export class BitReader {
  /** The position of the next bit, counted from the start of the data. */
  position = 0;
  readonly #view: DataView;

  constructor(data: Uint8Array) {
    // The reader may read bits beyond the end of the data but never uses them, so zero bytes are added to the data.
    const padded = new Uint8Array(data.length + 8);
    padded.set(data);
    this.#view = new DataView(padded.buffer);
  }

  /** Returns at least the next 25 bits, and does not move the position. */
  peek(): number {
    return this.#view.getUint32(this.position >>> 3, true) >>> (this.position & 7);
  }

  /** @param count at most 25 */
  take(count: number): number {
    const bits = this.peek() & ((1 << count) - 1);
    this.position += count;
    return bits;
  }

  toByte(): void {
    this.position = (this.position + 7) & ~7;
  }
}

/** Writes bits in the order in which deflate packs them. */
export class BitWriter {
  #bytes = Buffer.alloc(256);
  #length = 0;

  /** The number of bits that were written. */
  get length(): number {
    return this.#length;
  }

  /** @param count at most 24 */
  write(bits: number, count: number): void {
    this.#reserve();
    let rest = bits << (this.#length & 7);
    for (let at = this.#length >>> 3; rest !== 0; at++) {
      this.#bytes[at] = this.#bytes[at]! | (rest & 0xff);
      rest >>>= 8;
    }
    this.#length += count;
  }

  /** Copies the bits from `start` up to, but not including, `end` from the data of the reader. */
  copy(reader: BitReader, start: number, end: number): void {
    reader.position = start;
    while (reader.position < end) {
      const count = Math.min(24, end - reader.position);
      this.write(reader.take(count), count);
    }
  }

  /** Returns all written bits, padded to a whole byte. */
  toBytes(): Buffer {
    return Buffer.from(this.#bytes.subarray(0, (this.#length + 7) >>> 3));
  }

  #reserve(): void {
    if ((this.#length >>> 3) + 8 <= this.#bytes.length) return;
    const larger = Buffer.alloc(this.#bytes.length * 2);
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}
