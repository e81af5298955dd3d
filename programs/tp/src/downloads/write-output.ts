import { once } from 'node:events';
import type { Writable } from 'node:stream';

/** Writes a piece and waits until the stream has taken it, so that the caller may count it as written. */
export async function writeOutput(stream: Writable, piece: Uint8Array): Promise<void> {
  if (piece.length === 0) return;
  await new Promise<void>((resolve, reject) => {
    stream.write(piece, (error) => (error ? reject(error) : resolve()));
  });
  if (stream.writableNeedDrain) await once(stream, 'drain');
}
