import type { RecordLines } from '@trading-platform/client';

const mostRecords = 500;
/** Pages of this size are one or two pieces. */
export const pieceBytes = 2_097_152;
const newLine = 0x0a;

/** The records of pages, in pieces that a transaction can hold. A piece is good until the next one is asked for. */
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
