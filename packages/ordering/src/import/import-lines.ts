import { deserialize, serialize } from 'node:v8';
import { hasAtMost } from '@trading-platform/domain-types';
import { type ImportOptions, type ImportSummary, type LineRemark, remarksKept } from './import-summary.js';
import type { LineFormat } from './line-format.js';
import { OrderingError } from './ordering-error.js';
import { type Chunk, lengthOf, longestLineBytes, readChunk } from './read-chunk.js';
import { readLines, type SourceLine } from './read-lines.js';

/**
 * The numbers of keys that were added and changed when a chunk of rows was saved. A number may be negative, because a
 * later line with the same key can undo the effect of an earlier line.
 */
export interface SavedRows {
  readonly added: number;
  readonly changed: number;
  /** The rows that the store refused, with their index in the chunk. */
  readonly refusals: readonly RowRemark[];
}

/** The reason why a row cannot be saved, with the index of the row in the list given to the store. */
export interface RowRemark {
  readonly index: number;
  readonly reason: string;
  /** Set if a later line of the file may make the row acceptable. At the end of the file, a row that may wait is tried again. */
  readonly mayWait?: boolean;
}

/**
 * Saves rows inside the transaction for which the function was made. If several rows have the same key, the last of these rows is
 * saved.
 */
export type SaveRows<Row> = (rows: readonly Row[]) => Promise<SavedRows>;

/** The store into which an import writes its rows. */
export interface ImportStore<Row> {
  /**
   * Runs `work` in one transaction. The transaction commits when `work` resolves and is rolled back when `work` rejects. The
   * store may call `work` more than once.
   */
  transaction<T>(work: (save: SaveRows<Row>) => Promise<T>): Promise<T>;
}

/** Reads chunks in a different thread from the thread that saves them. */
export interface ChunkReader<Row> {
  /** @see readChunk */
  read(lines: readonly SourceLine[]): Promise<Chunk<Row>>;
  close(): Promise<void>;
}

const defaultChunk = { rowsPerChunk: 500, bytesPerChunk: 8 * 1024 * 1024 } as const;
/** The number of chunks that are read ahead while one chunk is saved. */
const chunksAhead = 2;
const interrupted = 'The database broke off the import. Nothing of the file was loaded; run it again.';

/** Thrown to roll a transaction back and still return its result. */
class Undone extends Error {}

/**
 * Loads a file of lines in chunks, so that memory use does not depend on the length of the file. A refused line does not prevent
 * the import of the other lines.
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

/** Splits a file into chunks of lines. */
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

/** A file of only one chunk is read without the reader thread, because starting the thread takes longer than it saves. */
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
      // Chunks are awaited in the order of the file, so a later chunk may fail before anything awaits it.
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

/**
 * The maximum number of rows that can wait for the end of the file. When this number is reached, every further row is refused at
 * once.
 */
const waitingAtMost = 2_000;

/** Refused rows that are tried again after the rest of the file. */
class WaitingRows<Row> {
  readonly #keyOf: ((row: Row) => string) | undefined;
  readonly #rows = new Map<string, { readonly row: Row; readonly line: number }>();

  constructor({ keyOf }: LineFormat<Row>) {
    this.#keyOf = keyOf;
  }

  get size(): number {
    return this.#rows.size;
  }

  /**
   * Keeps the refused rows that may wait, and returns the other rows. If a row is saved, earlier waiting rows with the same key
   * have no effect any more, so they are dropped.
   */
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

  /**
   * Returns all waiting rows as a chunk, in the order of their lines. The waiting rows were counted when they were read, so the
   * chunk does not count them again.
   */
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
    // The row is copied, because a row from another thread shares memory with its whole chunk and would keep that memory in use.
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

/** The reason for a refusal may contain text of the file, so it is printed on one line, without control characters. */
function printable(reason: string): string {
  const text = reason.replaceAll(/\p{C}/gu, '\ufffd');
  return hasAtMost(text, longestReason) ? text : `${Array.from(text).slice(0, longestReason).join('')}…`;
}
