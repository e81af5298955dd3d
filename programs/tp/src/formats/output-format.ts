import { basename, extname } from 'node:path';
import type { DownloadName } from '@trading-platform/domain-types';
import type { RecordTable } from '@trading-platform/domain-types/tables';
import { CliError } from '@trading-platform/terminal';
import { chooseTable } from '../tables/choose-table.js';
import { csv } from './csv.js';
import { importLines, jsonArray, ndjson } from './json-formats.js';
import type { RecordFormat } from './record-format.js';

export const formatNames = ['ndjson', 'json', 'csv', 'xlsx', 'parquet'] as const;
export type FormatName = (typeof formatNames)[number];

export interface OutputOptions {
  readonly out?: string;
  readonly format?: FormatName;
  readonly table?: string;
  readonly bom?: true;
  readonly exact?: true;
  readonly forImport?: true;
  readonly textColumn?: readonly string[];
}

/** The format of a download. */
export interface OutputFormat {
  readonly name: FormatName;
  /** Whether the text is compressed. */
  readonly gzip: boolean;
  /** The text format of the records. A Parquet file or a workbook is made from lines of JSON at the end. */
  readonly text: RecordFormat;
  readonly workbook?: { readonly name: string; readonly table: RecordTable };
  readonly parquet?: { readonly table: RecordTable; readonly textColumns: readonly string[] };
}

/**
 * The format given by the options or the name of the file.
 *
 * @throws CliError `usage`
 */
export function outputFormat(kind: DownloadName, options: OutputOptions): OutputFormat {
  const { out = '-', table, bom, exact, forImport, textColumn = [] } = options;
  const gzip = /\.gz$/i.test(out);
  const name = options.format ?? formatOf(out);
  checkOptions(name, options, gzip);
  switch (name) {
    case 'ndjson':
      return { name, gzip, text: forImport === true ? importLines : ndjson };
    case 'json':
      return { name, gzip, text: jsonArray };
    case 'csv':
      return { name, gzip, text: csv(chooseTable(kind, table), { withMark: bom === true, isExact: exact === true }) };
    case 'xlsx':
      return { name, gzip: true, text: ndjson, workbook: { name: kind, table: chooseTable(kind, table) } };
    case 'parquet': {
      const chosen = chooseTable(kind, table);
      checkColumns(chosen, textColumn);
      return { name, gzip: true, text: ndjson, parquet: { table: chosen, textColumns: textColumn } };
    }
  }
}

function checkOptions(
  name: FormatName,
  { out = '-', table, bom, exact, forImport, textColumn = [] }: OutputOptions,
  gzip: boolean,
): void {
  if (name === 'xlsx' && out === '-') refuse('A workbook cannot go to standard output: give --out FILE.xlsx');
  if (name === 'xlsx' && gzip) refuse('A workbook is compressed inside: leave out .gz');
  if (name === 'parquet' && out === '-') refuse('A Parquet file cannot go to standard output: give --out FILE.parquet');
  if (name === 'parquet' && gzip) refuse('A Parquet file is compressed inside: leave out .gz');
  if (table !== undefined && !['csv', 'xlsx', 'parquet'].includes(name)) {
    refuse('--table is for CSV, Excel and Parquet files');
  }
  if (bom === true && name !== 'csv') refuse('--bom is for CSV files');
  if (exact === true && name !== 'csv') refuse('--exact is for CSV files: all others are exact');
  if (forImport === true && name !== 'ndjson') refuse('--for-import is for NDJSON files');
  if (textColumn.length > 0 && name !== 'parquet') refuse('--text-column is for Parquet files');
}

function refuse(message: string): never {
  throw new CliError('usage', message);
}

function checkColumns({ name, columns }: RecordTable, textColumns: readonly string[]): void {
  const stray = textColumns.find((wanted) => columns.every((column) => column.name !== wanted));
  if (stray !== undefined) throw new CliError('usage', `The table ${name} has no column ${stray}`);
}

/**
 * The format that the extension of a file selects. Without an extension, as for `-` and pipes, the format is NDJSON.
 */
function formatOf(out: string): FormatName {
  const ending = extname(basename(out).replace(/\.gz$/i, '')).toLowerCase();
  const found = ending === '' ? 'ndjson' : formatNames.find((name) => ending === `.${name}`);
  if (found !== undefined) return found;
  const endings = formatNames.map((name) => `.${name}`).join(', ');
  refuse(
    `--out ${out}: tp writes ${endings}, and .gz after each but the last two; --format names a format for any file name`,
  );
}
