import type { DescribedField, DescribedRecord } from '../meanings/index.js';
import { type ColumnType, columnType } from './column-type.js';

/** A column of a flat table: its field, and the meaning of its values. */
export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  readonly meaning: string;
  readonly ja: string;
}

/** The values of one row, in the order of the columns. */
export type Row = readonly (string | number)[];

type Values = Readonly<Record<string, unknown>>;

/** One flat table of a record. */
export interface RecordTable {
  readonly name: string;
  readonly columns: readonly Column[];
  /** The table of the header has one row for each record, and the table of a list has one row for each element. */
  readonly rowsOf: (record: Values) => Row[];
}

/** The position of a line in its list, beginning with 1. The position distinguishes the lines of one record. */
const lineColumn: Column = { name: 'line', type: 'integer', meaning: 'Place in the list, from 1', ja: '行' };

/**
 * The flat tables of a record: `header` with its own fields, and one for each list of objects, named after the list
 * without `_list`. A table of a list has the key fields of its parents, the position in the list, and the fields of the
 * elements. Records that are only a key and a list, such as settings, have only the table of the list.
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

/** Separates list values within one cell. */
const betweenValues = ';';

/**
 * The whole record as one flat table: a row for each line, beginning with the header's fields. If several lists are
 * lines, the first elements of all these lists are in one row, the second elements are in the next row, and so on. Any
 * other list is joined into one cell for each field. A record without lines has one row. If two fields have the same
 * name, the name of the list is put before the field of the list: `buy_item_id`, `catalog_item_id`.
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
  /** The name of its table. */
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

/** Returns the table of a list. If the elements of the list contain lists, returns the tables of these lists instead. */
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

/** A table of nested elements, beginning with the fields of both parents. */
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
