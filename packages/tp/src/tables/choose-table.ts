import { describedRecord } from '@trading-platform/domain-types/meanings';
import { CliError } from '@trading-platform/terminal';
import { type DownloadKind, downloadKinds, type KindName } from './download-kinds.js';
import { flatTable, type RecordTable, tablesOf } from './record-tables.js';

/** The flat tables of a download's records. */
export function tablesOfKind(kind: KindName): readonly RecordTable[] {
  const { record, keys } = downloadKinds[kind];
  return tablesOf(describedRecord(record), keys);
}

/**
 * The table that a file with rows and columns is made of: the one of that name, or the whole record as a flat one.
 *
 * @throws CliError `usage`
 */
export function chooseTable(kind: KindName, name: string | undefined): RecordTable {
  const tables = tablesOfKind(kind);
  if (name === undefined) return wholeTable(kind) ?? (tables[0] as RecordTable);
  const found = tables.find((table) => table.name === name);
  if (found !== undefined) return found;
  const names = tables.map((table) => table.name).join(', ');
  throw new CliError('usage', `There is no table ${name} of ${kind}: give --table one of ${names}`);
}

/** A record without a header of its own is one table as it is. */
function wholeTable(kind: KindName): RecordTable | undefined {
  const { record, lines }: DownloadKind = downloadKinds[kind];
  return lines === undefined ? undefined : flatTable(describedRecord(record), lines);
}
