import type { DescribedField, DescribedRecord } from '@trading-platform/domain-types/meanings';
import { type ColumnType, columnType } from './column-type.js';

/** A column of a flat table: the field whose value it carries, and what stands in it. */
export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  readonly meaning: string;
  readonly ja: string;
}

export type Row = readonly (string | number)[];

type Values = Readonly<Record<string, unknown>>;

/** One flat table that a record can be written as. */
export interface RecordTable {
  readonly name: string;
  readonly columns: readonly Column[];
  /** One row of the header; of a list as many as it has elements. */
  rowsOf(record: Values): Row[];
}

/** Place of a line within its list, from 1: what tells the lines of one record apart. */
const lineColumn: Column = { name: 'line', type: 'integer', meaning: 'Place in the list, from 1', ja: '行' };

/**
 * The flat tables of a record: `header` with its own fields, and one for each list of objects in it, named after the list without
 * `_list`. A table of a list has the key fields of what is above, the place in the list, and the fields of its elements. Where a
 * record is nothing but the key of its list, as in the settings, there is only the table of the list.
 */
export function tablesOf(record: DescribedRecord, keys: readonly string[]): readonly RecordTable[] {
  const scalars = record.fields.filter(isScalar);
  const lists = record.fields.flatMap((field) =>
    listTables(
      field,
      scalars.filter(({ name }) => keys.includes(name)),
    ),
  );
  const isOnlyKey = scalars.length <= keys.length && lists.length > 0;
  return isOnlyKey ? lists : [headerTable(scalars), ...lists];
}

function headerTable(fields: readonly DescribedField[]): RecordTable {
  return { name: 'header', columns: fields.map(columnOf), rowsOf: (record) => [valuesOf(record, fields)] };
}

/** The table of a list; of a list of keys with lists, the tables of those. */
function listTables(list: DescribedField, above: readonly DescribedField[]): RecordTable[] {
  if (list.of === undefined) return [];
  const scalars = list.of.fields.filter(isScalar);
  const inner = list.of.fields.filter((field) => !isScalar(field));
  if (inner.length > 0) {
    return inner
      .flatMap((field) => listTables(field, []))
      .map((table) => beneath(table, list.name, [...above], scalars));
  }
  return [
    {
      name: list.name.replace(/_list$/, ''),
      columns: [...above.map(columnOf), lineColumn, ...scalars.map(columnOf)],
      rowsOf: (record) =>
        elementsOf(record, list.name).map((element, index) => [
          ...valuesOf(record, above),
          index + 1,
          ...valuesOf(element, scalars),
        ]),
    },
  ];
}

/** A table of elements of elements, with the fields of both levels above in front. */
function beneath(
  table: RecordTable,
  listName: string,
  above: readonly DescribedField[],
  between: readonly DescribedField[],
): RecordTable {
  return {
    name: table.name,
    columns: [...above.map(columnOf), ...between.map(columnOf), ...table.columns],
    rowsOf: (record) =>
      elementsOf(record, listName).flatMap((element) =>
        table.rowsOf(element).map((row) => [...valuesOf(record, above), ...valuesOf(element, between), ...row]),
      ),
  };
}

function columnOf(field: DescribedField): Column {
  return { name: field.name, type: columnType(field), meaning: field.meaning, ja: field.ja };
}

function isScalar({ of }: DescribedField): boolean {
  return of === undefined;
}

function elementsOf(record: Values, name: string): readonly Values[] {
  const list = record[name];
  return Array.isArray(list) ? (list as Values[]) : [];
}

function valuesOf(record: Values, fields: readonly DescribedField[]): (string | number)[] {
  return fields.map(({ name }) => (record[name] ?? '') as string | number);
}
