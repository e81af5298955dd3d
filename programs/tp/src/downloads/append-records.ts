import type { PartFile } from '../files/part-file.js';
import type { RecordFormat } from '../formats/record-format.js';
import type { Block } from './encoded-blocks.js';
import { SafePoints, type SafePointsOptions } from './safe-points.js';

export interface Appending extends Pick<SafePointsOptions, 'save'> {
  /** The number of records that are already in the file. */
  readonly before: number;
  readonly recordCount: number;
}

/** Interval at which written records are flushed to the disk. */
const safeEveryMs = 250;

/**
 * Appends records to a file, and saves at intervals how many records are on the disk. This is saved even if the source
 * of the records fails.
 */
export async function appendRecords(
  part: PartFile,
  { head, tail }: RecordFormat,
  blocks: AsyncIterable<Block>,
  { before, recordCount, save }: Appending,
): Promise<void> {
  let records = before;
  const safePoints = new SafePoints({ flush: () => part.flush(), save, everyMs: safeEveryMs });
  /** Whether a block is being written. The records of a partly written block do not count as safe. */
  let isWriting = false;
  const write = async (text: Uint8Array) => {
    isWriting = true;
    await part.append(text);
    isWriting = false;
  };
  const written = () => ({ records, bytes: part.bytes });
  try {
    if (part.bytes === 0) await write(Buffer.from(head));
    for await (const { text, records: count } of blocks) {
      await write(text);
      records += count;
      safePoints.beginIfDue(written());
    }
  } catch (error) {
    await (isWriting ? safePoints.settle() : safePoints.make(written()));
    throw error;
  }
  try {
    if (records !== recordCount) throw new RangeError(`${records} records came instead of ${recordCount}`);
    await write(Buffer.from(tail));
    await part.end();
  } finally {
    await safePoints.settle();
  }
  await safePoints.make(written());
}
