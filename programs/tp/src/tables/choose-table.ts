import { type DownloadName, downloads } from '@trading-platform/domain-types';
import { describedRecord } from '@trading-platform/domain-types/meanings';
import { flatTable, type RecordTable, tablesOf } from '@trading-platform/domain-types/tables';
import { CliError } from '@trading-platform/terminal';

/** The position of a record in its batch, if it has one. */
const batchKey = ['batch_id', 'seq'];

/** The flat tables of a download's records. */
export function tablesOfKind(kind: DownloadName): readonly RecordTable[] {
  const { record, key } = downloads[kind];
  return tablesOf(describedRecord(record), [...batchKey, ...key]);
}

/**
 * The table for a format with rows and columns: the named table, or the whole record as a flat table.
 *
 * @throws CliError `usage`
 */
export function chooseTable(kind: DownloadName, name: string | undefined): RecordTable {
  const tables = tablesOfKind(kind);
  if (name === undefined) return wholeTable(kind) ?? (tables[0] as RecordTable);
  const found = tables.find((table) => table.name === name);
  if (found !== undefined) return found;
  const names = tables.map((table) => table.name).join(', ');
  throw new CliError('usage', `There is no table ${name} of ${kind}: give --table one of ${names}`);
}

/** The whole record as a flat table. Returns undefined for a record without lines, whose only table is already flat. */
function wholeTable(kind: DownloadName): RecordTable | undefined {
  const download = downloads[kind];
  return 'lines' in download ? flatTable(describedRecord(download.record), download.lines) : undefined;
}
