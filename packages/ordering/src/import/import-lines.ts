import { deserialize, serialize } from 'node:v8';
import { hasAtMost } from '@trading-platform/domain-types';
import { type ImportOptions, type ImportSummary, type LineRemark, remarksKept } from './import-summary.js';
import type { LineFormat } from './line-format.js';
import { OrderingError } from './ordering-error.js';
import { type Chunk, lengthOf, longestLineBytes, readChunk } from './read-chunk.js';
import { readLines, type SourceLine } from './read-lines.js';

/** The effect of a chunk of rows on keys. A number may be negative: a later line of a key takes back what an earlier one counted. */
export interface SavedRows {
  readonly added: number;
  readonly changed: number;
  /** The rows that the store could not take, with their places in the chunk. */
  readonly refusals: readonly RowRemark[];
}

/** Why a row cannot be saved, by its place among those that were handed over. */
export interface RowRemark {
  readonly index: number;
  readonly reason: string;
  /** The row may be possible after later lines, so it is tried again at the end of the file. */
  readonly mayWait?: boolean;
}

/** Saves rows inside the transaction that it was made for. The last row of a key wins. */
export type SaveRows<Row> = (rows: readonly Row[]) => Promise<SavedRows>;

/** Where the rows of an import go. */
export interface ImportStore<Row> {
  /** Runs `work` as one transaction: it commits when `work` resolves and rolls back when it rejects. `work` may run again. */
  transaction<T>(work: (save: SaveRows<Row>) => Promise<T>): Promise<T>;
}

/** Reads chunks in another thread than the one that saves them. */
export interface ChunkReader<Row> {
  /** @see readChunk */
  read(lines: readonly SourceLine[]): Promise<Chunk<Row>>;
  close(): Promise<void>;
}

const defaultChunk = { rowsPerChunk: 500, bytesPerChunk: 8 * 1024 * 1024 } as const;
/** How many chunks are read while one is saved. */
const chunksAhead = 2;
const interrupted = 'The database broke off the import. Nothing of the file was loaded; run it again.';

/** Rolls a transaction back, but keeps its result. */
class Undone extends Error {}

/**
 * Loads a file of lines chunk by chunk, so memory does not grow with the file. A refused line does not stop the rest.
 *
 * @param openReader opens the reader of all chunks after the first; without it, this thread reads them
 */
export async function importLines<Row>(
  input: AsyncIterable<Uint8Array>,
  format: LineFormat<Row>,
  store: ImportStore<Row>,
  options: ImportOptions = {},
  openReader?: () => ChunkReader<Row>,
): Promise<ImportSummary> {
  const tally = new Tally(options);
  const source = gatherLines(input, { ...defaultChunk, ...format });
  const chunks = openReader === undefined ? readHere(source, format) : readAhead(source, format, openReader);
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

/** Cuts a file into the lines of one chunk after the other. */
async function* gatherLines(
  input: AsyncIterable<Uint8Array>,
  { rowsPerChunk, bytesPerChunk }: { rowsPerChunk: number; bytesPerChunk: number },
): AsyncGenerator<SourceLine[]> {
  let gathered: SourceLine[] = [];
  let bytes = 0;
  for await (const lines of readLines(input, longestLineBytes)) {
    for (const line of lines) {
      gathered.push(line);
      bytes += lengthOf(line);
      if (gathered.length < rowsPerChunk && bytes < bytesPerChunk) continue;
      yield gathered;
      gathered = [];
      bytes = 0;
    }
  }
  if (gathered.length > 0) yield gathered;
}

async function* readHere<Row>(
  source: AsyncIterable<SourceLine[]>,
  format: LineFormat<Row>,
): AsyncGenerator<Chunk<Row>> {
  for await (const lines of source) yield readChunk(lines, format);
}

/** For a file of one chunk, opening a reader costs more than it saves. */
async function* readAhead<Row>(
  source: AsyncIterable<SourceLine[]>,
  format: LineFormat<Row>,
  openReader: () => ChunkReader<Row>,
): AsyncGenerator<Chunk<Row>> {
  let reader: ChunkReader<Row> | undefined;
  const ahead: Promise<Chunk<Row>>[] = [];
  try {
    for await (const lines of source) {
      if (reader === undefined && ahead.length > 0) reader = openReader();
      const chunk = reader?.read(lines) ?? Promise.resolve(readChunk(lines, format));
      // Chunks are awaited in the order of the file; one behind another may fail first.
      chunk.catch(() => undefined);
      ahead.push(chunk);
      const next = ahead.length > chunksAhead ? await ahead.shift() : undefined;
      if (next !== undefined) yield next;
    }
    for (const chunk of ahead) yield await chunk;
  } finally {
    await reader?.close();
  }
}

/** How many rows may wait for the end of the file. More are refused at once. */
const waitingAtMost = 2_000;

/** Rows that are tried again after the rest of the file. */
class WaitingRows<Row> {
  readonly #keyOf: ((row: Row) => string) | undefined;
  readonly #rows = new Map<string, { readonly row: Row; readonly line: number }>();

  constructor({ keyOf }: LineFormat<Row>) {
    this.#keyOf = keyOf;
  }

  get size(): number {
    return this.#rows.size;
  }

  /** Keeps the refused rows that may wait, and answers the others. If a row was taken, earlier rows of its key wait no more. */
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

  /** All waiting rows as a chunk, in the order of their lines. They are counted as read already. */
  takeAll(): Chunk<Row> {
    const waiting = [...this.#rows.values()].toSorted((left, right) => left.line - right.line);
    this.#rows.clear();
    return {
      rows: waiting.map(({ row }) => row),
      lines: waiting.map(({ line }) => line),
      refusals: [],
      warnings: [],
      read: 0,
      bytes: 0,
    };
  }

  #keep(key: string, row: Row, line: number): boolean {
    if (!this.#rows.has(key) && this.size >= waitingAtMost) return false;
    // A copy, as a row from another thread shares the memory of its whole chunk.
    this.#rows.set(key, { row: deserialize(serialize(row)) as Row, line });
    return true;
  }
}

/** The running totals of one import. */
class Tally {
  refused = 0;
  #bytes = 0;
  #read = 0;
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
    for (const { line, reason } of chunk.warnings.slice(0, remarksKept - this.#warnings.length)) {
      this.#warnings.push({ line, reason: printable(reason) });
    }
    this.#read += chunk.read;
    this.#bytes += chunk.bytes;
    this.refused += refusals.length;
    this.#added += saved.added;
    this.#changed += saved.changed;
    this.#options.onProgress?.({ bytes: this.#bytes, lines: this.#read });
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

/** A reason may quote the file. It must fit one line of a terminal and must not control the terminal. */
function printable(reason: string): string {
  const text = reason.replaceAll(/\p{C}/gu, '\ufffd');
  return hasAtMost(text, longestReason) ? text : `${Array.from(text).slice(0, longestReason).join('')}…`;
}
