import { ownLimits } from '@trading-platform/domain-types';

const { priceDigits, priceDecimals } = ownLimits;
/** The maximum length of an amount, including the sign and the decimal point. */
const longestAmount = priceDigits + priceDecimals + 2;
/** The initial size in bytes, which is small enough for Node's buffer pool. */
const firstBytes = 2 * 1024;
/** A buffer that has become larger than this number of bytes is released when the text is cleared. */
const keptBytes = 4 * 1024 * 1024;
const mostBytesPerUnit = 3;
/** Up to this number of bytes, copying in a loop is faster than a call of the native copy function. */
const fewBytes = 40;
const quote = 0x22;
const backslash = 0x5c;
/** The entry is 1 for UTF-16 units that are control characters, halves of surrogate pairs, or escaped in JSON. */
const notPlain = new Uint8Array(0x10000).fill(1, 0, 0x20).fill(1, 0x7f, 0xa0).fill(1, 0xd800, 0xe000);
notPlain[quote] = 1;
notPlain[backslash] = 1;

/**
 * A reusable buffer in which JSON is built as UTF-8. Finished bytes and short texts are added directly, so that the text of a
 * whole record never has to be made and encoded.
 */
export class JsonBytes {
  #room = Buffer.allocUnsafe(firstBytes);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  clear(): void {
    this.#length = 0;
    if (this.#room.length > keptBytes) this.#room = Buffer.allocUnsafe(firstBytes);
  }

  /** Returns a copy of all bytes that were added since the last `clear`, and clears the buffer. */
  take(): Buffer {
    const bytes = Buffer.from(this.#room.subarray(0, this.#length));
    this.clear();
    return bytes;
  }

  /**
   * Returns the bytes after the first `length` bytes without copying them. The returned bytes may be overwritten at any time
   * after the next `clear`.
   */
  since(length: number): Buffer {
    return this.#room.subarray(length, this.#length);
  }

  add(bytes: Uint8Array): void {
    const { length } = bytes;
    this.#ensure(length);
    const room = this.#room;
    const start = this.#length;
    if (length > fewBytes) room.set(bytes, start);
    else for (let index = 0; index < length; index++) room[start + index] = bytes[index]!;
    this.#length = start + length;
  }

  /** Adds a text that is valid Unicode. */
  addText(text: string): void {
    this.#ensure(text.length * mostBytesPerUnit);
    this.#length += this.#room.write(text, this.#length, 'utf8');
  }

  /** Adds a part of some bytes. */
  addPart(bytes: Buffer, start: number, end: number): void {
    const length = end - start;
    this.#ensure(length);
    const room = this.#room;
    const at = this.#length;
    if (length > fewBytes) bytes.copy(room, at, start, end);
    else for (let index = 0; index < length; index++) room[at + index] = bytes[start + index]!;
    this.#length = at + length;
  }

  /**
   * Adds a text that needs no escape in JSON, and the quotation mark after it. Returns false if the text has a character that
   * must be escaped, a control character, or a character of two UTF-16 units. If the text is short, `addPlain` is faster than
   * Node's own function.
   */
  addPlain(text: string): boolean {
    this.#ensure(text.length * mostBytesPerUnit + 1);
    const room = this.#room;
    let at = this.#length;
    for (let index = 0; index < text.length; index++) {
      const unit = text.charCodeAt(index);
      if (notPlain[unit] === 1) return false;
      if (unit < 0x80) {
        room[at++] = unit;
      } else if (unit < 0x800) {
        room[at++] = 0xc0 | (unit >> 6);
        room[at++] = 0x80 | (unit & 0x3f);
      } else {
        room[at++] = 0xe0 | (unit >> 12);
        room[at++] = 0x80 | ((unit >> 6) & 0x3f);
        room[at++] = 0x80 | (unit & 0x3f);
      }
    }
    room[at] = quote;
    this.#length = at + 1;
    return true;
  }

  /** Like `addPlain`, for an amount or `''`. For any text that is not an amount, returns false (Spec 2.5). */
  addAmount(text: string, signed: boolean): boolean {
    const { length } = text;
    if (length > longestAmount) return false;
    this.#ensure(length + 1);
    const room = this.#room;
    const start = this.#length;
    let digits = 0;
    let point = -1;
    for (let index = 0; index < length; index++) {
      const unit = text.charCodeAt(index);
      if (unit >= 0x30 && unit <= 0x39) digits++;
      else if (unit === 0x2e && point === -1 && digits > 0) point = digits;
      else if (unit !== 0x2d || index > 0 || !signed || length === 1) return false;
      room[start + index] = unit;
    }
    const whole = point === -1 ? digits : point;
    const decimals = digits - whole;
    if (whole > priceDigits || decimals > priceDecimals || (point !== -1 && decimals === 0)) return false;
    room[start + length] = quote;
    this.#length = start + length + 1;
    return true;
  }

  #ensure(bytes: number): void {
    if (this.#length + bytes <= this.#room.length) return;
    const larger = Buffer.allocUnsafeSlow(2 * (this.#length + bytes));
    larger.set(this.#room.subarray(0, this.#length));
    this.#room = larger;
  }
}
