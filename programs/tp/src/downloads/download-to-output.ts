import type { Writable } from 'node:stream';
import type { RecordFormat } from '../formats/record-format.js';
import { encodedBlocks } from './encoded-blocks.js';
import type { Batch } from './record-source.js';
import { writeOutput } from './write-output.js';

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
  await writeOutput(stream, Buffer.from(format.head));
  for await (const { text, records } of encodedBlocks(format, batch.lines(), true)) {
    await writeOutput(stream, text);
    position.records += records;
  }
  await writeOutput(stream, Buffer.from(format.tail));
}
