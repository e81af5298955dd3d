import type { RecordLines } from '@trading-platform/client';

const mostRecords = 500;
/** A page of this size makes one or two pieces. */
export const pieceBytes = 2_097_152;
const newLine = 0x0a;

/** Splits pages of records into pieces that fit a transaction. A piece is valid until the next one is requested. */
export async function* inPieces(pages: AsyncIterable<RecordLines>): AsyncGenerator<RecordLines, void, undefined> {
  for await (const { text } of pages) yield* piecesOf(text);
}

function* piecesOf(lines: Uint8Array): Generator<RecordLines, void, undefined> {
  let from = 0;
  let records = 0;
  for (let end = lines.indexOf(newLine); end >= 0; end = lines.indexOf(newLine, end + 1)) {
    records++;
    const to = end + 1;
    if (records < mostRecords && to - from < pieceBytes && to < lines.length) continue;
    yield { text: lines.subarray(from, to), records };
    from = to;
    records = 0;
  }
}
