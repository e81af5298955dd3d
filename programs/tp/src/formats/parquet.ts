import { readFile, writeFile } from 'node:fs/promises';
import type { RecordTable } from '@trading-platform/domain-types/tables';
import { type ColumnType, decimalDigits } from '@trading-platform/domain-types/tables';
import { CliError, keepYoungGenerationSmall } from '@trading-platform/terminal';
import type { SchemaElement } from 'hyparquet-writer';
import { ColumnValues } from './column-values.js';
import { parseRecord } from './json-formats.js';

/** Rows are collected in memory up to this number, then written as one group. */
const rowsPerGroup = 5_000;

/** A young generation that is larger than this does not make V8's collections cheaper. */
const enoughYoungBytes = 32 * 1_048_576;

/** The package that writes Parquet files, an optional installation beside `tp`. */
const writerPackage = 'hyparquet-writer';

type ParquetPackage = typeof import('hyparquet-writer');

/**
 * Loads the Parquet writer.
 *
 * @throws CliError `usage` with the package to install
 */
export async function loadParquet(): Promise<ParquetPackage> {
  try {
    return await import('hyparquet-writer');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    const message = `Parquet files need the package ${writerPackage}: npm install ${writerPackage} beside tp (with -g where tp is global)`;
    throw new CliError('usage', message, { cause });
  }
}

/**
 * Writes a table as a Parquet file with typed columns: days, instants (UTC), whole numbers, decimals; codes stay texts.
 *
 * @param textColumns columns to keep as text
 * @throws UnfitValue if a value does not fit its column
 */
export async function writeParquet(
  path: string,
  table: RecordTable,
  texts: AsyncIterable<Uint8Array>,
  textColumns: readonly string[],
): Promise<void> {
  const { fileWriter, ParquetWriter } = await loadParquet();
  const columns = table.columns.map((column) =>
    textColumns.includes(column.name) ? { ...column, type: 'text' as const } : column,
  );
  const root = { name: 'root', num_children: columns.length };
  const schema = [root, ...columns.map(({ name, type }): SchemaElement => ({ name, ...elements[type] }))];
  const writer = fileWriter(path);
  const parquet = new ParquetWriter({ writer, schema, createdBy: 'tp' });
  const group = columns.map((column) => new ColumnValues(column));
  let rows = 0;
  const writeGroup = async () => {
    // Each column builds its data only when the writer reaches it.
    await parquet.write({ columnData: group, rowGroupSize: rows });
    for (const column of group) column.clear();
    rows = 0;
    keepYoungGenerationSmall(enoughYoungBytes);
  };
  for await (const text of texts) {
    for (const row of table.rowsOf(parseRecord(text))) {
      for (const [index, column] of group.entries()) column.push(row[index] ?? '');
      rows++;
    }
    if (rows >= rowsPerGroup) await writeGroup();
  }
  if (rows > 0) await writeGroup();
  await parquet.finish();
  if (parquet.row_groups.length === 0) await markEmptyGroups(path);
}

/**
 * The bytes for "no rows, no row groups" in Thrift's compact form. The list must name structs as its element type,
 * because readers require this.
 */
const noGroups = {
  asWritten: Buffer.from([0x16, 0x00, 0x19, 0x00, 0x28]),
  asRead: Buffer.from([0x16, 0x00, 0x19, 0x0c, 0x28]),
};

/** Repairs the footer of a file without rows. */
async function markEmptyGroups(path: string): Promise<void> {
  const bytes = await readFile(path);
  const at = bytes.indexOf(noGroups.asWritten);
  if (at < 0 || bytes.indexOf(noGroups.asWritten, at + 1) >= 0) return;
  noGroups.asRead.copy(bytes, at);
  await writeFile(path, bytes);
}

const elements: Readonly<Record<ColumnType, Omit<SchemaElement, 'name'>>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'REQUIRED' },
  integer: { type: 'INT64', repetition_type: 'OPTIONAL' },
  decimal: { type: 'INT64', converted_type: 'DECIMAL', ...decimalDigits, repetition_type: 'OPTIONAL' },
  date: { type: 'INT32', converted_type: 'DATE', repetition_type: 'OPTIONAL' },
  timestamp: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS', repetition_type: 'OPTIONAL' },
};
