import type { PartFile } from '../files/part-file.js';
import type { RecordFormat } from '../formats/record-format.js';
import type { Block } from './encoded-blocks.js';

export interface Appending {
  /** Records that are in the file already. */
  readonly before: number;
  readonly recordCount: number;
  /** Notes what has reached the disk. */
  readonly save: (safe: { readonly records: number; readonly bytes: number }) => Promise<void>;
}

/** What is written is made safe this often. */
const safeEveryMs = 250;

/** Appends records to a file, and notes from time to time how many are safe; also when their source fails. */
export async function appendRecords(
  part: PartFile,
  { head, tail }: RecordFormat,
  blocks: AsyncIterable<Block>,
  { before, recordCount, save }: Appending,
): Promise<void> {
  let records = before;
  let safeAt = performance.now();
  /** A block that was written in part is not in the count of what is safe. */
  let isWriting = false;
  const write = async (text: Uint8Array) => {
    isWriting = true;
    await part.append(text);
    isWriting = false;
  };
  const makeSafe = async () => {
    await part.flush();
    await save({ records, bytes: part.bytes });
    safeAt = performance.now();
  };
  try {
    if (part.bytes === 0) await write(Buffer.from(head));
    for await (const { text, records: count } of blocks) {
      await write(text);
      records += count;
      if (performance.now() - safeAt >= safeEveryMs) await makeSafe();
    }
  } catch (error) {
    if (!isWriting) await makeSafe();
    throw error;
  }
  if (records !== recordCount) throw new RangeError(`${records} records came instead of ${recordCount}`);
  await write(Buffer.from(tail));
  await makeSafe();
}
