import { isUtf8 } from 'node:buffer';
import { OrderingError } from '../ordering-error.js';
import type { ImportOptions, ImportSummary, LineRemark } from './import-summary.js';
import { LineRefusal } from './line-refusal.js';
import { readLines, type SourceLine } from './read-lines.js';

/** What became of a chunk of rows, as net effect on keys: a later line of a key may take back what an earlier one counted. */
export interface SavedRows {
  readonly added: number;
  readonly changed: number;
  /** Rows that the store could not take, by their place in the chunk. */
  readonly refusals: readonly RowRemark[];
}

export interface RowRemark {
  readonly index: number;
  readonly reason: string;
  /** The row may still be taken when later lines have been: it is tried again at the end of the file. */
  readonly mayWait?: boolean;
}

/** Saves rows inside the transaction that it was made for; later rows of a key win. */
export type SaveRows<Row> = (rows: readonly Row[]) => Promise<SavedRows>;

/** Where the rows of an import go. */
export interface ImportStore<Row> {
  /** Runs `work` as one transaction: kept when it resolves, undone when it rejects. `work` may be repeated from its start. */
  transaction<T>(work: (save: SaveRows<Row>) => Promise<T>): Promise<T>;
}

/** How the lines of one kind of file become rows. */
export interface LineFormat<Row> {
  /** @throws LineRefusal with the reason */
  readonly read: (record: unknown) => Row;
  /** What is odd about a row that is loaded nevertheless. */
  readonly warn?: (row: Row) => string | undefined;
  /** What a row is about. Needed where rows may wait: a later line about the same takes the place of one that waits. */
  readonly keyOf?: (row: Row) => string;
  /** Rows that are saved together. Default 500. */
  readonly rowsPerChunk?: number;
}

const longestLineBytes = 8 * 1024 * 1024;
const chunkBytes = 8 * 1024 * 1024;
const defaultRowsPerChunk = 500;
const remarksKept = 100;
const interrupted = 'The database broke off the import. Nothing of the file was loaded; run it again.';

/** Undoes a transaction whose result is wanted nevertheless. */
class Undone extends Error {}

/**
 * Loads a file of lines, a chunk at a time, so memory does not grow with the file (decisions on data in, import).
 * A refused line does not stop the rest.
 */
export async function importLines<Row>(
  input: AsyncIterable<Uint8Array>,
  format: LineFormat<Row>,
  store: ImportStore<Row>,
  options: ImportOptions = {},
): Promise<ImportSummary> {
  const tally = new Tally(options);
  const chunks = readChunks(input, format, tally);
  if (options.atomic !== true && options.dryRun !== true) {
    await saveChunks(chunks, format, tally, options, (rows) => store.transaction((save) => save(rows)));
    return tally.summary(true);
  }
  let started = false;
  try {
    await store.transaction(async (save) => {
      if (started) throw new OrderingError('import-interrupted', interrupted);
      started = true;
      await saveChunks(chunks, format, tally, options, save);
      if (options.dryRun === true || tally.refused > 0) throw new Undone();
    });
    return tally.summary(true);
  } catch (error) {
    if (error instanceof Undone) return tally.summary(false);
    throw error;
  }
}

async function saveChunks<Row>(
  chunks: AsyncIterable<Chunk<Row>>,
  format: LineFormat<Row>,
  tally: Tally,
  options: ImportOptions,
  save: SaveRows<Row>,
): Promise<void> {
  const waiting = new WaitingRows(format);
  for await (const chunk of chunks) {
    options.signal?.throwIfAborted();
    tally.count(chunk, waiting.sort(chunk, await save(chunk.rows)));
  }
  for (let before = Number.POSITIVE_INFINITY; waiting.size > 0; ) {
    const isLast = waiting.size >= before;
    before = waiting.size;
    const chunk = waiting.takeAll();
    const saved = await save(chunk.rows);
    tally.count(chunk, isLast ? saved : waiting.sort(chunk, saved));
  }
}

interface Chunk<Row> {
  readonly rows: Row[];
  /** Line number of each row. */
  readonly lines: number[];
  readonly refusals: LineRemark[];
  readonly warnings: LineRemark[];
  bytes: number;
  read: number;
}

async function* readChunks<Row>(
  input: AsyncIterable<Uint8Array>,
  format: LineFormat<Row>,
  tally: Tally,
): AsyncGenerator<Chunk<Row>> {
  const rowsPerChunk = format.rowsPerChunk ?? defaultRowsPerChunk;
  let chunk = emptyChunk<Row>();
  for await (const lines of readLines(input, longestLineBytes)) {
    for (const line of lines) {
      takeLine(line, format, chunk);
      tally.bytes += (line.bytes?.length ?? longestLineBytes) + 1;
      if (chunk.rows.length < rowsPerChunk && chunk.bytes < chunkBytes) continue;
      yield chunk;
      chunk = emptyChunk();
    }
    if (chunk.refusals.length < remarksKept) continue;
    yield chunk;
    chunk = emptyChunk();
  }
  if (chunk.read > 0) yield chunk;
}

function emptyChunk<Row>(): Chunk<Row> {
  return { rows: [], lines: [], refusals: [], warnings: [], bytes: 0, read: 0 };
}

function takeLine<Row>({ number, bytes }: SourceLine, format: LineFormat<Row>, chunk: Chunk<Row>): void {
  if (bytes !== undefined && isBlank(bytes)) return;
  chunk.read++;
  chunk.bytes += bytes?.length ?? 0;
  try {
    const row = format.read(parseLine(bytes));
    const warning = format.warn?.(row);
    if (warning !== undefined) chunk.warnings.push({ line: number, reason: warning });
    chunk.rows.push(row);
    chunk.lines.push(number);
  } catch (error) {
    if (!(error instanceof LineRefusal)) throw error;
    chunk.refusals.push({ line: number, reason: error.message });
  }
}

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}

function parseLine(bytes: Buffer | undefined): unknown {
  if (bytes === undefined) throw new LineRefusal(`is longer than ${longestLineBytes} bytes`);
  if (!isUtf8(bytes)) throw new LineRefusal('is not UTF-8');
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    throw new LineRefusal(`is not JSON: ${(error as Error).message}`);
  }
}

/** So many rows wait for the end of the file at most; what comes on top is refused at once. */
const waitingAtMost = 2_000;

/** Rows that may be taken when the rest of the file has been. */
class WaitingRows<Row> {
  readonly #keyOf: ((row: Row) => string) | undefined;
  readonly #rows = new Map<string, { readonly row: Row; readonly line: number }>();

  constructor({ keyOf }: LineFormat<Row>) {
    this.#keyOf = keyOf;
  }

  get size(): number {
    return this.#rows.size;
  }

  /** Keeps the refused rows that may wait, and answers the rest. A row that was taken ends the wait of an earlier one. */
  sort(chunk: Chunk<Row>, saved: SavedRows): SavedRows {
    const keyOf = this.#keyOf;
    if (keyOf === undefined || (this.size === 0 && saved.refusals.length === 0)) return saved;
    const remarks = new Map(saved.refusals.map((remark) => [remark.index, remark]));
    for (const [index, row] of chunk.rows.entries()) {
      const remark = remarks.get(index);
      if (remark === undefined) this.#rows.delete(keyOf(row));
      else if (remark.mayWait === true && this.#keep(keyOf(row), row, chunk.lines[index] ?? 0)) remarks.delete(index);
    }
    return { ...saved, refusals: [...remarks.values()] };
  }

  /** A chunk of all rows that wait, in the order of their lines; they were counted as read before. */
  takeAll(): Chunk<Row> {
    const waiting = [...this.#rows.values()].toSorted((left, right) => left.line - right.line);
    this.#rows.clear();
    return {
      ...emptyChunk<Row>(),
      rows: waiting.map(({ row }) => row),
      lines: waiting.map(({ line }) => line),
    };
  }

  #keep(key: string, row: Row, line: number): boolean {
    if (!this.#rows.has(key) && this.size >= waitingAtMost) return false;
    this.#rows.set(key, { row, line });
    return true;
  }
}

/** The running totals of one import. */
class Tally {
  bytes = 0;
  refused = 0;
  #read = 0;
  #lines = 0;
  #added = 0;
  #changed = 0;
  readonly #refusals: LineRemark[] = [];
  readonly #warnings: LineRemark[] = [];
  readonly #options: ImportOptions;

  constructor(options: ImportOptions) {
    this.#options = options;
  }

  count(chunk: Chunk<unknown>, saved: SavedRows): void {
    const refusals = [
      ...chunk.refusals,
      ...saved.refusals.map(({ index, reason }) => ({ line: chunk.lines[index] ?? 0, reason })),
    ].toSorted((left, right) => left.line - right.line);
    for (const { line, reason } of refusals) {
      const refusal = { line, reason: printable(reason) };
      if (this.#refusals.length < remarksKept) this.#refusals.push(refusal);
      this.#options.onRefusal?.(refusal);
    }
    this.#warnings.push(...chunk.warnings.slice(0, remarksKept - this.#warnings.length));
    this.#read += chunk.read;
    this.#lines += chunk.read;
    this.refused += refusals.length;
    this.#added += saved.added;
    this.#changed += saved.changed;
    this.#options.onProgress?.({ bytes: this.bytes, lines: this.#lines });
  }

  summary(applied: boolean): ImportSummary {
    return {
      read: this.#read,
      added: this.#added,
      changed: this.#changed,
      unchanged: this.#read - this.#added - this.#changed - this.refused,
      refused: this.refused,
      refusals: this.#refusals.toSorted((left, right) => left.line - right.line),
      warnings: this.#warnings,
      applied,
    };
  }
}

const longestReason = 300;

/** A reason may quote the file: it must fit a line of a terminal's log and not steer the terminal. */
function printable(reason: string): string {
  const text = reason.replaceAll(/\p{C}/gu, '\ufffd');
  return text.length > longestReason ? `${text.slice(0, longestReason)}…` : text;
}
