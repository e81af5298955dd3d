import type { Writable } from 'node:stream';
import type { RecordFormat } from '../formats/record-format.js';
import type { Batch } from './record-source.js';
import { writeOutput } from './write-output.js';

const pieceBytes = 262_144;

/** How far standard output has come, for those who are interrupted. */
export interface OutputPosition {
  records: number;
}

/** Writes records to a stream; the position counts those that it has taken. */
export async function downloadToOutput(
  batch: Batch,
  format: RecordFormat,
  stream: Writable,
  position: OutputPosition,
): Promise<void> {
  let pieces: Uint8Array[] = [Buffer.from(format.head)];
  let bytes = 0;
  let records = 0;
  const write = async () => {
    await writeOutput(stream, Buffer.concat(pieces));
    position.records += records;
    pieces = [];
    bytes = 0;
    records = 0;
  };
  let isFirst = true;
  for await (const text of batch.texts()) {
    const piece = format.encode(text, isFirst);
    isFirst = false;
    pieces.push(piece);
    bytes += piece.length;
    records++;
    if (bytes >= pieceBytes) await write();
  }
  pieces.push(Buffer.from(format.tail));
  await write();
}
