import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { AnswerDeadline } from './answer-deadline.js';
import type { BinaryRow } from './database.js';

const signatureLength = 11;
const flagsLength = 4;
const countLength = 2;
const sizeLength = 4;
/** Special values that can occur in place of the number of columns or the size of a column. */
const noMoreRows = -1;
const isNull = -1;

/**
 * Yields the rows of a query in binary form. A caller that stops early must also cancel the query, because the connection can be
 * used again only when all remaining rows have arrived.
 */
export async function* copyBinary(client: ClientBase, query: string): AsyncGenerator<readonly BinaryRow[]> {
  const stream = client.query(copyTo(`COPY (${query}) TO STDOUT (FORMAT binary)`));
  const deadline = AnswerDeadline.of(client);
  const reader = new RowReader();
  let arriving = true;
  try {
    deadline?.begin();
    for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
      // The deadline is switched off, because the code that processes the rows may take any length of time.
      deadline?.end();
      const rows = reader.read(chunk as Buffer);
      if (rows.length > 0) yield rows;
      deadline?.begin();
    }
    deadline?.end();
    arriving = false;
  } catch (error) {
    arriving = false;
    throw error;
  } finally {
    if (arriving) {
      deadline?.begin();
      await receiveRest(stream);
    }
  }
}

async function receiveRest(stream: Readable): Promise<void> {
  stream.resume();
  await finished(stream).catch(() => undefined);
}

/** Reads rows from PostgreSQL's binary COPY format. The chunks of the data may begin and end at any byte. */
class RowReader {
  #waiting: Buffer = Buffer.alloc(0);
  #begun = false;

  read(chunk: Buffer): readonly BinaryRow[] {
    const bytes = this.#waiting.length === 0 ? chunk : Buffer.concat([this.#waiting, chunk]);
    const rows: BinaryRow[] = [];
    let at = this.#begun ? 0 : headerLength(bytes);
    this.#begun ||= at > 0;
    while (this.#begun) {
      const row: (Buffer | null)[] = [];
      const end = readRow(bytes, at, row);
      if (end === undefined) break;
      rows.push(row);
      at = end;
    }
    this.#waiting = bytes.subarray(at);
    return rows;
  }
}

/** Returns the length of the header, or 0 until the whole header has arrived. */
function headerLength(bytes: Buffer): number {
  const fixed = signatureLength + flagsLength + sizeLength;
  if (bytes.length < fixed) return 0;
  const length = fixed + bytes.readInt32BE(fixed - sizeLength);
  return bytes.length < length ? 0 : length;
}

/**
 * Reads the columns of the row that begins at `at` into `row`. Returns the end of the row, or undefined if the row has not
 * arrived completely.
 */
function readRow(bytes: Buffer, at: number, row: (Buffer | null)[]): number | undefined {
  if (at + countLength > bytes.length) return undefined;
  const columns = bytes.readInt16BE(at);
  if (columns === noMoreRows) return undefined;
  at += countLength;
  for (let column = 0; column < columns; column++) {
    if (at + sizeLength > bytes.length) return undefined;
    const size = bytes.readInt32BE(at);
    at += sizeLength;
    const end = size === isNull ? at : at + size;
    if (end > bytes.length) return undefined;
    row.push(size === isNull ? null : bytes.subarray(at, end));
    at = end;
  }
  return at;
}
