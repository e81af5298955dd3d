const firstBytes = 65_536;
const mostBytesOfUnit = 3;
/** What `jsonb` has before its text on the wire. */
const version = 0x01;

/**
 * A list of JSON values as PostgreSQL takes a `jsonb`. Bytes, and the same memory again and again: texts that wait to be sent would outlive
 * the collector's cheap rounds.
 */
export class JsonList {
  #bytes = Buffer.allocUnsafe(firstBytes);
  #length = 0;

  constructor() {
    this.clear();
  }

  get length(): number {
    return this.#length;
  }

  get isEmpty(): boolean {
    return this.#length === 1;
  }

  add(value: unknown): void {
    const text = `${this.isEmpty ? '[' : ','}${JSON.stringify(value)}`;
    const most = this.#length + text.length * mostBytesOfUnit + 1;
    if (most > this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes], Math.max(most, 2 * this.#bytes.length));
    this.#length += this.#bytes.write(text, this.#length);
  }

  /** Good until the list is changed. */
  value(): Uint8Array {
    const text = this.isEmpty ? '[]' : ']';
    return this.#bytes.subarray(0, this.#length + this.#bytes.write(text, this.#length));
  }

  clear(): void {
    this.#bytes[0] = version;
    this.#length = 1;
  }
}
