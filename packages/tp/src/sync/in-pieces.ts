const mostRecords = 500;
const mostBytes = 2_097_152;

/** Records in pieces that memory and a transaction can hold. */
export async function* inPieces(texts: AsyncIterable<Uint8Array>): AsyncGenerator<readonly Uint8Array[]> {
  let piece: Uint8Array[] = [];
  let bytes = 0;
  for await (const text of texts) {
    piece.push(text);
    bytes += text.length;
    if (piece.length < mostRecords && bytes < mostBytes) continue;
    yield piece;
    piece = [];
    bytes = 0;
  }
  if (piece.length > 0) yield piece;
}
