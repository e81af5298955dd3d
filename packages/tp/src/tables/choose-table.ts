import { describedRecord } from '@trading-platform/domain-types/meanings';
import { CliError } from '@trading-platform/terminal';
import { downloadKinds, type KindName } from './download-kinds.js';
import { type RecordTable, tablesOf } from './record-tables.js';

/** The flat tables of a download's records. */
export function tablesOfKind(kind: KindName): readonly RecordTable[] {
  const { record, keys } = downloadKinds[kind];
  return tablesOf(describedRecord(record), keys);
}

/**
 * The table that a file with rows and columns is made of. There is no default where a record has several: whichever it were, the
 * others would be missing without a word.
 *
 * @throws CliError `usage`
 */
export function chooseTable(kind: KindName, name: string | undefined, format: string): RecordTable {
  const tables = tablesOfKind(kind);
  const [only] = tables;
  if (name === undefined && tables.length === 1 && only !== undefined) return only;
  const found = tables.find((table) => table.name === name);
  if (found !== undefined) return found;
  const names = tables.map((table) => table.name).join(', ');
  const what = name === undefined ? `A ${format} file holds one table` : `There is no table ${name} of ${kind}`;
  throw new CliError('usage', `${what}: give --table one of ${names}`);
}
