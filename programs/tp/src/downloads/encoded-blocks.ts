import type { RecordLines } from '@trading-platform/client';
import type { RecordFormat } from '../formats/record-format.js';

/** The text of some records. */
export interface Block {
  /** A block is valid until the next block is requested. */
  readonly text: Uint8Array;
  readonly records: number;
}

const newLine = 0x0a;
/** The approximate size of a block when records are encoded one by one. */
const blockBytes = 262_144;

/**
 * The text of records in a format, without the text before the first and after the last record. Lines of an unchanged
 * format are passed on page by page.
 *
 * @param isFirst whether these are the first records
 */
export async function* encodedBlocks(
  format: RecordFormat,
  pages: AsyncIterable<RecordLines>,
  isFirst: boolean,
): AsyncGenerator<Block, void, undefined> {
  let isAtStart = isFirst;
  for await (const page of pages) {
    if (format.isAsItCame === true) yield page;
    else yield* encodedLines(format, page.text, isAtStart);
    isAtStart = false;
  }
}

/** Converts lines of JSON to the text of a format. */
export function* encodedLines(
  format: RecordFormat,
  lines: Uint8Array,
  isFirst: boolean,
): Generator<Block, void, undefined> {
  let pieces: Uint8Array[] = [];
  let bytes = 0;
  let isAtStart = isFirst;
  for (const line of eachLine(lines)) {
    const piece = format.encode(line, isAtStart);
    isAtStart = false;
    pieces.push(piece);
    bytes += piece.length;
    if (bytes < blockBytes) continue;
    yield { text: Buffer.concat(pieces), records: pieces.length };
    pieces = [];
    bytes = 0;
  }
  if (pieces.length > 0) yield { text: Buffer.concat(pieces), records: pieces.length };
}

/** Lines without their line ends. */
export function* eachLine(lines: Uint8Array): Generator<Uint8Array, void, undefined> {
  for (let from = 0; from < lines.length; ) {
    const to = lines.indexOf(newLine, from);
    yield lines.subarray(from, to);
    from = to + 1;
  }
}
