import { batchRecordFields, type DownloadName, downloads } from '@trading-platform/domain-types';
import type { Column, RecordTable, Row } from '@trading-platform/domain-types/tables';
import { tablesOfKind } from '../tables/choose-table.js';
import { keyOf } from './record-key.js';

/** A table of a copy: the record's key, then the columns of a flat download table without the batch fields. */
export interface CopyTable extends RecordTable {
  /** The leading columns that identify a row. */
  readonly primaryKey: readonly string[];
  /** The leading columns that identify a record. */
  readonly recordKey: readonly string[];
  /** Whether each record has exactly one row. */
  readonly isHeader: boolean;
  /** Whether this table has no parent table, because it is the header or the only table. */
  readonly isRoot: boolean;
}

const headerName = 'header';
const lineName = 'line';

/**
 * The tables of a kind: one table with the name of the kind, which has a row for each record, and one table with the
 * name `KIND_LIST` for each list. A kind whose records are only a key and a list has one table, named after the kind.
 */
export function copyTables(kind: DownloadName, textColumns: readonly string[]): readonly CopyTable[] {
  return tablesOfKind(kind).map((table) => copyTable(kind, table, textColumns));
}

function copyTable(kind: DownloadName, table: RecordTable, textColumns: readonly string[]): CopyTable {
  const recordKey: readonly string[] = downloads[kind].key;
  const isHeader = table.name === headerName;
  const keyColumns = recordKey.map((name) => keyColumn(name, table));
  // Columns before `line` belong to the record, later ones to the element of the list. The record and the element may
  // have fields with the same names.
  const line = table.columns.findIndex(({ name }) => name === lineName);
  const repeated = new Set<string>([...batchRecordFields, ...recordKey]);
  const kept = table.columns.flatMap((column, index) =>
    (index > line && line >= 0) || !repeated.has(column.name) ? [index] : [],
  );
  const own = kept.map((index) => ownColumn(table.columns[index] as Column, recordKey));
  const columns = [...keyColumns, ...own].map((column) =>
    textColumns.includes(column.name) ? { ...column, type: 'text' as const } : column,
  );
  const ownNames = own.map(({ name }) => name);
  return {
    name: isHeader || table.name === kind ? kind : `${kind}_${table.name}`,
    columns,
    primaryKey: isHeader ? recordKey : [...recordKey, ...ownNames.slice(0, ownNames.indexOf(lineName) + 1)],
    recordKey,
    isHeader,
    isRoot: isHeader || table.name === kind,
    rowsOf: (record): Row[] => {
      const key = keyOf(kind, record);
      return table.rowsOf(record).map((row) => [...key, ...kept.map((index) => row[index] ?? '')]);
    },
  };
}

function keyColumn(name: string, { columns }: RecordTable): Column {
  const known = columns.find((column) => column.name === name);
  return { meaning: known?.meaning ?? 'Product of the record', ja: known?.ja ?? '商品ID', name, type: 'text' };
}

/** A column of a line that has the same name as a key column of the record gets the prefix `line_`. */
function ownColumn(column: Column, recordKey: readonly string[]): Column {
  return recordKey.includes(column.name) ? { ...column, name: `line_${column.name}` } : column;
}
