/** Reads bits as deflate packs them: the first of them is the lowest of its byte (RFC 1951, 3.1.1). */
export class BitReader {
  /** The next bit, counted from the first of the data. */
  position = 0;
  readonly #view: DataView;

  constructor(data: Uint8Array) {
    // Peeking at a whole word may go beyond the end; no bits are taken from there.
    const padded = new Uint8Array(data.length + 8);
    padded.set(data);
    this.#view = new DataView(padded.buffer);
  }

  /** The next bits, at least 25 of them, without taking them. */
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

/** Writes bits as deflate packs them. */
export class BitWriter {
  #bytes = Buffer.alloc(256);
  #length = 0;

  /** In bits. */
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

  /** Copies the bits `start` to `end` (exclusive) of the reader's data. */
  copy(reader: BitReader, start: number, end: number): void {
    reader.position = start;
    while (reader.position < end) {
      const count = Math.min(24, end - reader.position);
      this.write(reader.take(count), count);
    }
  }

  /** All written bits, filled up to a whole byte. */
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
