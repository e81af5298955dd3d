import type { Writable } from 'node:stream';
import type { RecordFormat } from '../formats/record-format.js';
import { encodedBlocks } from './encoded-blocks.js';
import type { Batch } from './record-source.js';
import { writeOutput } from './write-output.js';

/** The number of records that standard output has taken. An interrupted run reports this number. */
export interface OutputPosition {
  records: number;
}

/** Writes records to a stream; `position` counts the records that the stream has taken. */
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
