import type { PartFile } from '../files/part-file.js';
import type { RecordFormat } from '../formats/record-format.js';

export interface Appending {
  /** Records that are in the file already. */
  readonly before: number;
  readonly recordCount: number;
  /** Notes what has reached the disk. */
  readonly save: (safe: { readonly records: number; readonly bytes: number }) => Promise<void>;
}

/** Written pieces are this large, at least. */
const pieceBytes = 1_048_576;
/** What is written is made safe this often. */
const safeEveryMs = 250;

/** Appends records to a file, and notes from time to time how many are safe; also when their source fails. */
export async function appendRecords(
  part: PartFile,
  format: RecordFormat,
  texts: AsyncIterable<Uint8Array>,
  { before, recordCount, save }: Appending,
): Promise<void> {
  let records = before;
  let pieces: Uint8Array[] = [];
  let bytes = 0;
  let safeAt = performance.now();
  /** A piece that was written in part is not in the count of what is safe. */
  let isWriting = false;
  const write = async () => {
    isWriting = true;
    await part.append(Buffer.concat(pieces));
    isWriting = false;
    pieces = [];
    bytes = 0;
  };
  const makeSafe = async () => {
    await write();
    await part.flush();
    await save({ records, bytes: part.bytes });
    safeAt = performance.now();
  };
  const add = (piece: Uint8Array) => {
    pieces.push(piece);
    bytes += piece.length;
  };
  if (part.bytes === 0) add(Buffer.from(format.head));
  try {
    for await (const text of texts) {
      add(format.encode(text, records === 0));
      records++;
      if (bytes >= pieceBytes) await write();
      if (performance.now() - safeAt >= safeEveryMs) await makeSafe();
    }
  } catch (error) {
    if (!isWriting) await makeSafe();
    throw error;
  }
  if (records !== recordCount) throw new RangeError(`${records} records came instead of ${recordCount}`);
  add(Buffer.from(format.tail));
  await makeSafe();
}
