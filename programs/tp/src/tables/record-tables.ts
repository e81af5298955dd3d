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

/** Between values of a list that stand in one cell. */
const betweenValues = ';';

/**
 * The whole record as one flat table: a row for each line, with the header's fields in front. Where several lists are the lines, the
 * first of each stand in one row, the second in the next. Of any other list, each field is one cell with all values. A record without
 * lines has one row. Where fields have the same name, that of a list has the list's name in front: `buy_item_id`, `catalog_item_id`.
 *
 * @param lines the lists that are the lines
 */
export function flatTable({ fields }: DescribedRecord, lines: readonly string[]): RecordTable {
  const header = fields.filter(isScalar);
  const lists = fields.filter((field) => !isScalar(field)).map(listOf);
  const [inRows, inCells] = [lists.filter(isIn(lines)), lists.filter((list) => !isIn(lines)(list))];
  const taken = [...header, lineColumn, ...lists.flatMap((list) => list.fields)].map(({ name }) => name);
  const columnsOf = ({ table, fields: own }: FlatList) =>
    own.map((field) => {
      const isShared = taken.indexOf(field.name) !== taken.lastIndexOf(field.name);
      return isShared ? { ...columnOf(field), name: `${table}_${field.name}` } : columnOf(field);
    });
  return {
    name: 'flat',
    columns: [
      ...header.map(columnOf),
      ...inCells.flatMap(columnsOf).map((column) => ({ ...column, type: 'text' as const })),
      lineColumn,
      ...inRows.flatMap(columnsOf),
    ],
    rowsOf: (record) => {
      const front = [
        ...valuesOf(record, header),
        ...inCells.flatMap((list) => {
          const values = elementsOf(record, list.name).map((element) => valuesOf(element, list.fields));
          return list.fields.map((_, index) => values.map((row) => row[index]).join(betweenValues));
        }),
      ];
      const elements = inRows.map((list) => elementsOf(record, list.name));
      const count = Math.max(...elements.map(({ length }) => length));
      return Array.from({ length: Math.max(count, 1) }, (_, index) => [
        ...front,
        count === 0 ? '' : index + 1,
        ...inRows.flatMap((list, place) => valuesOf(elements[place]?.[index] ?? {}, list.fields)),
      ]);
    },
  };
}

interface FlatList {
  readonly name: string;
  /** What its table is called. */
  readonly table: string;
  readonly fields: readonly DescribedField[];
}

function listOf({ name, of }: DescribedField): FlatList {
  return { name, table: tableNameOf(name), fields: of?.fields ?? [] };
}

function isIn(names: readonly string[]): (list: FlatList) => boolean {
  return ({ name }) => names.includes(name);
}

function tableNameOf(list: string): string {
  return list.replace(/_list$/, '');
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
      name: tableNameOf(list.name),
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
