const firstBytes = 65_536;
const mostBytesOfUnit = 3;
/** The byte that precedes the text of a `jsonb` on the wire. */
const version = 0x01;

/**
 * A list of JSON values in the form of a PostgreSQL `jsonb` parameter. The class reuses one buffer of bytes, because
 * texts that wait to be sent would survive V8's cheap collections.
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

  /** Valid until the list changes. */
  value(): Uint8Array {
    const text = this.isEmpty ? '[]' : ']';
    return this.#bytes.subarray(0, this.#length + this.#bytes.write(text, this.#length));
  }

  clear(): void {
    this.#bytes[0] = version;
    this.#length = 1;
  }
}
