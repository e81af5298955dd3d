import type { BitReader } from './bits.js';

const longest = 15;
/** Codes up to this length are decoded with one lookup in a table. */
const tableBits = 10;

/** A canonical Huffman code of deflate, which is built from the lengths of its codes (RFC 1951, 3.2.2). */
export class HuffmanCode {
  readonly #lengths: Uint8Array;
  readonly #counts = new Uint16Array(longest + 1);
  readonly #symbols: Uint16Array;
  readonly #table = new Uint16Array(1 << tableBits);

  /** @param lengths of the code of each symbol; 0 for a symbol without a code */
  constructor(lengths: Uint8Array) {
    this.#lengths = lengths;
    this.#symbols = new Uint16Array(lengths.length);
    for (const length of lengths) this.#counts[length]!++;
    this.#counts[0] = 0;
    this.#sortSymbols();
    this.#fillTable();
  }

  /** Reads one code and returns its symbol. */
  read(reader: BitReader): number {
    const bits = reader.peek();
    const entry = this.#table[bits & ((1 << tableBits) - 1)]!;
    if (entry === 0) return this.#readLong(reader, bits);
    reader.position += entry & 15;
    return entry >>> 4;
  }

  /** Returns the code of a symbol, with its bits in the order in which they are written. */
  codeOf(symbol: number): { readonly bits: number; readonly length: number } {
    const length = this.#lengths[symbol]!;
    let first = 0;
    let index = 0;
    for (let shorter = 1; shorter < length; shorter++) {
      first = (first + this.#counts[shorter]!) << 1;
      index += this.#counts[shorter]!;
    }
    const code = first + this.#symbols.indexOf(symbol, index) - index;
    return { bits: reversed(code, length), length };
  }

  /** Sorts the symbols by the length of their codes. Symbols with the same length keep their own order. */
  #sortSymbols(): void {
    const next = new Uint16Array(longest + 2);
    for (let length = 1; length <= longest; length++) next[length + 1] = next[length]! + this.#counts[length]!;
    for (const [symbol, length] of this.#lengths.entries()) {
      if (length > 0) this.#symbols[next[length]!++] = symbol;
    }
  }

  #fillTable(): void {
    let code = 0;
    let index = 0;
    for (let length = 1; length <= tableBits; length++) {
      for (let n = 0; n < this.#counts[length]!; n++) {
        const entry = (this.#symbols[index++]! << 4) | length;
        for (let at = reversed(code++, length); at < this.#table.length; at += 1 << length) this.#table[at] = entry;
      }
      code <<= 1;
    }
  }

  #readLong(reader: BitReader, bits: number): number {
    let code = 0;
    let first = 0;
    let index = 0;
    for (let length = 1; length <= longest; length++) {
      code |= (bits >>> (length - 1)) & 1;
      const count = this.#counts[length]!;
      if (code - first < count) {
        reader.position += length;
        return this.#symbols[index + code - first]!;
      }
      index += count;
      first = (first + count) << 1;
      code <<= 1;
    }
    throw new RangeError('The deflate data hold a code that they do not define');
  }
}

function reversed(code: number, length: number): number {
  let bits = 0;
  for (let n = 0; n < length; n++) bits |= ((code >>> n) & 1) << (length - 1 - n);
  return bits;
}
