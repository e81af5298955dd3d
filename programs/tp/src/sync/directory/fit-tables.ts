import { createHash } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import type { DownloadName } from '@trading-platform/domain-types';
import { flushFile } from '@trading-platform/files';
import type { Held } from '../../files/held.js';
import { linesOf } from '../../files/lines-of.js';
import { writeNewFile } from '../../files/part-file.js';
import { parseRecord } from '../../formats/json-formats.js';
import { writeParquet } from '../../formats/parquet.js';
import { fitOrReason, typedValue, UnfitValue } from '../../formats/typed-value.js';
import type { CopyTable } from '../copy-tables.js';
import { keyOf } from '../record-key.js';

/** Input and output files of the Parquet tables of a kind. */
export interface FitTables {
  readonly kind: DownloadName;
  readonly tables: readonly CopyTable[];
  /** The file with the records. */
  readonly records: string;
  /** The temporary file of a table. */
  readonly next: (table: CopyTable) => string;
  /** The file of the records that fit no table. */
  readonly aside: string;
  /** Writing stops when another process has taken over the lock. */
  readonly held: Held;
}

/** A line of the file `aside`: a record that fits no table, with the reason. */
interface AsideLine {
  readonly key: readonly string[];
  readonly put_aside_at: string;
  readonly reason: string;
  readonly record: unknown;
}

/**
 * Writes a Parquet file for each table. A record with a value that does not fit its column is written only to the file
 * `aside`. The search for such records runs only after a write has failed, or if the file `aside` already has records.
 */
export async function writeFitTables(work: FitTables): Promise<void> {
  const { aside, held } = work;
  if ((await countLines(aside)) === 0) {
    try {
      await writeTables(work, () => linesOf(work.records));
      return;
    } catch (error) {
      if (!(error instanceof UnfitValue)) throw error;
    }
  }
  const next = `${aside}.next`;
  const unfit = await putAside(work, next);
  await writeTables(work, () => linesWithout(work.records, unfit));
  await held.check();
  if (unfit.size === 0) await Promise.all([rm(next, { force: true }), rm(aside, { force: true })]);
  else await rename(next, aside);
}

export async function countLines(path: string): Promise<number> {
  let count = 0;
  for await (const _ of linesOf(path)) count++;
  return count;
}

async function writeTables({ tables, next }: FitTables, lines: () => AsyncIterable<Uint8Array>): Promise<void> {
  for (const table of tables) {
    const path = next(table);
    // oxlint-disable-next-line no-await-in-loop -- each table holds a group of rows in memory
    await writeParquet(path, table, lines(), []);
    // oxlint-disable-next-line no-await-in-loop
    await flushFile(path);
  }
}

async function* linesWithout(path: string, unfit: ReadonlySet<number>): AsyncGenerator<Uint8Array> {
  let number = 0;
  for await (const line of linesOf(path)) if (!unfit.has(number++)) yield line;
}

/** @returns the positions of the records that do not fit */
async function putAside(work: FitTables, path: string): Promise<Set<number>> {
  const unfit = new Set<number>();
  await writeNewFile(path, asideLines(work, unfit), work.held);
  return unfit;
}

/** The lines of those records that do not fit the tables. */
async function* asideLines({ kind, tables, records, aside }: FitTables, unfit: Set<number>): AsyncGenerator<Buffer> {
  const since = await linesAside(aside);
  const now = new Date().toISOString();
  let number = -1;
  for await (const text of linesOf(records)) {
    number++;
    const record = parseRecord(text);
    const reason = fitOrReason(() => tables.map((table) => typedRows(table, record)));
    if (typeof reason !== 'string') continue;
    unfit.add(number);
    const line: AsideLine = { key: keyOf(kind, record), put_aside_at: now, reason, record };
    const kept = since.get(identityOf(line)) ?? now;
    yield Buffer.from(JSON.stringify({ ...line, put_aside_at: kept }));
  }
}

/** For each record that was put aside before: the time when it was put aside. */
async function linesAside(path: string): Promise<ReadonlyMap<string, string>> {
  const since = new Map<string, string>();
  for await (const text of linesOf(path)) {
    const line = parseRecord(text) as unknown as AsideLine;
    since.set(identityOf(line), line.put_aside_at);
  }
  return since;
}

function identityOf({ reason, record }: AsideLine): string {
  return createHash('sha256')
    .update(JSON.stringify([reason, record]))
    .digest('base64');
}

function typedRows(table: CopyTable, record: Parameters<CopyTable['rowsOf']>[0]) {
  return table.rowsOf(record).map((row) => table.columns.map((column, index) => typedValue(row[index] ?? '', column)));
}
