import { BitReader, BitWriter } from './bits.js';
import { HuffmanCode } from './huffman-code.js';

/** A range of bytes in deflate data, and the bytes that replace the range. */
export interface Splice {
  readonly start: number;
  /** The position after the last byte of the range. */
  readonly end: number;
  readonly bytes: Uint8Array;
}

const newline = 0x0a;
const blockHeaderBits = 3;
const blockKind = { stored: 0, fixed: 1 } as const;
const endOfBlock = 256;
const shortestMatch = 3;
const lengthBases = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
];
const lengthExtras = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const distanceBases = [
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145,
  8193, 12289, 16385, 24577,
];
const distanceExtras = [
  0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
];
const codeLengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** The codes that apply to a block without its own codes (RFC 1951, 3.2.6). */
const fixedCodes: BlockCodes = {
  literals: new HuffmanCode(Uint8Array.from({ length: 288 }, (_, n) => (n < 144 ? 8 : n < 256 ? 9 : n < 280 ? 7 : 8))),
  distances: new HuffmanCode(new Uint8Array(30).fill(5)),
};

interface BlockCodes {
  readonly literals: HuffmanCode;
  readonly distances: HuffmanCode;
}

/** The bits of a block's header: from the first bit of the block to the first code of the block. */
interface Block extends BlockCodes {
  readonly headerStart: number;
  readonly headerEnd: number;
}

/** One code in deflate data that must be replaced: it produces a comma, or it copies a wrong byte. */
interface Edit {
  readonly block: Block;
  readonly start: number;
  readonly end: number;
  /** The range of bytes that the code produces in the decompressed data. */
  readonly from: number;
  readonly to: number;
  /** The distance of a match, or 0 for a literal. */
  readonly distance: number;
}

/**
 * Finds the changes that make stored deflate data decompress to lines, that is, with newlines instead of the commas between
 * records. The data do not have to be compressed again. Most separators are copies of an earlier separator, so only a few codes
 * must change. A code that must change is replaced by three parts: the end of its block, a new block with fixed codes, and a copy
 * of the header of its block. With padding, the data after the change begin at the same bit of a byte as before.
 *
 * @param data a fragment, as it is stored
 * @param lines the result of inflating it, with newlines in place of the commas
 * @param newlines the positions of the newlines, in order
 * @throws RangeError when the data are not deflate data
 */
export function newlineSplices(data: Uint8Array, lines: Uint8Array, newlines: readonly number[]): readonly Splice[] {
  const reader = new BitReader(data);
  const walk = new Walk(newlines);
  while (reader.position < data.length * 8) walk.takeBlock(reader);
  return [...walk.splices, ...splicesOf(reader, walk.edits, lines, new Set(newlines))].toSorted(
    (a, b) => a.start - b.start,
  );
}

/** Reads all codes and collects the codes that must change. */
class Walk {
  readonly edits: Edit[] = [];
  readonly splices: Splice[] = [];
  readonly #newlines: readonly number[];
  /**
   * The number of bytes that the codes have produced so far. `#passed` is the number of newlines that the codes have produced so
   * far.
   */
  #bytes = 0;
  #passed = 0;

  constructor(newlines: readonly number[]) {
    this.#newlines = newlines;
  }

  takeBlock(reader: BitReader): void {
    const headerStart = reader.position;
    const kind = reader.take(blockHeaderBits) >>> 1;
    if (kind === blockKind.stored) return this.#takeStored(reader);
    const codes = kind === blockKind.fixed ? fixedCodes : readCodes(reader);
    this.#takeCodes(reader, { ...codes, headerStart, headerEnd: reader.position });
  }

  #takeStored(reader: BitReader): void {
    reader.toByte();
    const length = reader.take(16);
    reader.position += 16;
    const start = reader.position >>> 3;
    for (; this.#next() < this.#bytes + length; this.#passed++) {
      const at = start + this.#next() - this.#bytes;
      this.splices.push({ start: at, end: at + 1, bytes: Uint8Array.of(newline) });
    }
    this.#bytes += length;
    reader.position += 8 * length;
  }

  #takeCodes(reader: BitReader, block: Block): void {
    const { literals, distances } = block;
    let bytes = this.#bytes;
    let next = this.#next();
    for (;;) {
      const start = reader.position;
      const symbol = literals.read(reader);
      if (symbol === endOfBlock) break;
      const from = bytes;
      if (symbol < endOfBlock) {
        bytes++;
        if (from < next) continue;
        this.edits.push({ block, start, end: reader.position, from, to: bytes, distance: 0 });
      } else {
        bytes += readLength(reader, symbol);
        const distance = readDistance(reader, distances);
        if (this.#copiesWrongly(from, bytes, distance)) {
          this.edits.push({ block, start, end: reader.position, from, to: bytes, distance });
        }
        if (bytes <= next) continue;
      }
      while (this.#next() < bytes) this.#passed++;
      next = this.#next();
    }
    this.#bytes = bytes;
  }

  /** Whether a match copies a newline to a position without a newline, or copies another byte to the position of a newline. */
  #copiesWrongly(from: number, to: number, distance: number): boolean {
    let source = this.#passed;
    while (source > 0 && this.#newlines[source - 1]! >= from - distance) source--;
    let target = this.#passed;
    for (; (this.#newlines[source] ?? to) < to - distance; source++, target++) {
      if (this.#newlines[target] !== this.#newlines[source]! + distance) return true;
    }
    return (this.#newlines[target] ?? to) < to;
  }

  #next(): number {
    return this.#newlines[this.#passed] ?? Number.POSITIVE_INFINITY;
  }
}

/** Reads the codes that the header of a block defines (RFC 1951, 3.2.7). */
function readCodes(reader: BitReader): BlockCodes {
  const literalCount = reader.take(5) + 257;
  const distanceCount = reader.take(5) + 1;
  const lengthCount = reader.take(4) + 4;
  const codeLengths = new Uint8Array(codeLengthOrder.length);
  for (const symbol of codeLengthOrder.slice(0, lengthCount)) codeLengths[symbol] = reader.take(3);
  const lengthCode = new HuffmanCode(codeLengths);
  const lengths = new Uint8Array(literalCount + distanceCount);
  for (let at = 0; at < lengths.length; ) {
    const symbol = lengthCode.read(reader);
    if (symbol < 16) {
      lengths[at++] = symbol;
      continue;
    }
    const repeated = symbol === 16 ? lengths[at - 1]! : 0;
    const count = symbol === 16 ? 3 + reader.take(2) : symbol === 17 ? 3 + reader.take(3) : 11 + reader.take(7);
    lengths.fill(repeated, at, at + count);
    at += count;
  }
  return {
    literals: new HuffmanCode(lengths.subarray(0, literalCount)),
    distances: new HuffmanCode(lengths.subarray(literalCount)),
  };
}

function readLength(reader: BitReader, symbol: number): number {
  const n = symbol - endOfBlock - 1;
  return lengthBases[n]! + reader.take(lengthExtras[n]!);
}

function readDistance(reader: BitReader, code: HuffmanCode): number {
  const n = code.read(reader);
  return distanceBases[n]! + reader.take(distanceExtras[n]!);
}

/** Combines changes in the same byte or in two consecutive bytes into one replacement of bytes (`Splice`). */
function splicesOf(
  reader: BitReader,
  edits: readonly Edit[],
  lines: Uint8Array,
  newlines: ReadonlySet<number>,
): Splice[] {
  const splices: Splice[] = [];
  for (let first = 0; first < edits.length; ) {
    const writer = new BitWriter();
    const { start } = edits[first]!;
    writer.copy(reader, start & ~7, start);
    let end = start;
    do {
      const edit = edits[first++]!;
      writer.copy(reader, end, edit.start);
      writeEdit(writer, reader, edit, lines, newlines);
      end = edit.end;
    } while (first < edits.length && edits[first]!.start >>> 3 <= end >>> 3);
    const wholeEnd = (end + 7) & ~7;
    writer.copy(reader, end, wholeEnd);
    splices.push({ start: start >>> 3, end: wholeEnd >>> 3, bytes: writer.toBytes() });
  }
  return splices;
}

function writeEdit(
  writer: BitWriter,
  reader: BitReader,
  { block, end, from, to, distance }: Edit,
  lines: Uint8Array,
  newlines: ReadonlySet<number>,
): void {
  writeSymbol(writer, block.literals, endOfBlock);
  writer.write(blockKind.fixed << 1, blockHeaderBits);
  for (let at = from; at < to; ) {
    let right = at;
    if (distance > 0) while (right < to && newlines.has(right) === newlines.has(right - distance)) right++;
    if (right - at >= shortestMatch) writeMatch(writer, right - at, distance);
    else right = at + 1;
    if (right === at + 1) writeSymbol(writer, fixedCodes.literals, lines[at]!);
    at = right;
  }
  writeSymbol(writer, fixedCodes.literals, endOfBlock);
  fillUp(writer, end - (block.headerEnd - block.headerStart));
  writer.copy(reader, block.headerStart, block.headerEnd);
}

function writeSymbol(writer: BitWriter, code: HuffmanCode, symbol: number): void {
  const { bits, length } = code.codeOf(symbol);
  writer.write(bits, length);
}

function writeMatch(writer: BitWriter, length: number, distance: number): void {
  const l = lengthBases.findLastIndex((base) => base <= length);
  writeSymbol(writer, fixedCodes.literals, endOfBlock + 1 + l);
  writer.write(length - lengthBases[l]!, lengthExtras[l]!);
  const d = distanceBases.findLastIndex((base) => base <= distance);
  writeSymbol(writer, fixedCodes.distances, d);
  writer.write(distance - distanceBases[d]!, distanceExtras[d]!);
}

/**
 * Writes empty blocks until the next bit has the same position within its byte as bit number `like` of the data.
 */
function fillUp(writer: BitWriter, like: number): void {
  if (((like - writer.length) & 1) === 1) writeOddBlock(writer);
  while (((like - writer.length) & 7) !== 0) {
    writer.write(blockKind.fixed << 1, blockHeaderBits);
    writeSymbol(writer, fixedCodes.literals, endOfBlock);
  }
}

/**
 * Writes an empty block with an odd number of bits. The number of bits of an empty block with fixed codes is always
 * even. The block with an odd number of bits defines codes of one bit for the symbols 255 and 256 and for two
 * distances, and then ends.
 */
function writeOddBlock(writer: BitWriter): void {
  writer.write(2 << 1, blockHeaderBits);
  writer.write(0, 5);
  writer.write(1, 5);
  writer.write(15, 4);
  for (const symbol of codeLengthOrder) writer.write(symbol === 18 || symbol === 1 ? 1 : 0, 3);
  const zeros = (count: number) => {
    writer.write(1, 1);
    writer.write(count - 11, 7);
  };
  zeros(138);
  zeros(255 - 138);
  for (let n = 0; n < 4; n++) writer.write(0, 1);
  writer.write(1, 1);
}
