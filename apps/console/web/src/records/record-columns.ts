import type { FieldDescription, FunctionName, StoredRecord } from '../../../wire/index.js';
import { textOf } from '../server/text-of.js';

/** One field of a record as a column: of a list it shows the first element, as most records have only one. */
export interface RecordColumn {
  /** Unique in the record: `seq`, `buy.item_name`, `seller_list.nottrade.week_flg`. */
  readonly key: string;
  readonly field: FieldDescription;
  /** The lists around the field, from the outside in. */
  readonly lists: readonly FieldDescription[];
}

/** Every field of records as a column, in wire order. */
export function recordColumns(
  fields: readonly FieldDescription[],
  lists: readonly FieldDescription[] = [],
): readonly RecordColumn[] {
  return fields.flatMap((field) => {
    if (field.of !== undefined) return recordColumns(field.of, [...lists, field]);
    return [{ key: [...lists.map((list) => list.name), field.name].join('.'), field, lists }];
  });
}

/** The language of a field's texts, where it is not that of the page or of the data: the platform explains refusals in English. */
export function languageOf({ name }: FieldDescription): 'en' | undefined {
  return name === 'error_detail' ? 'en' : undefined;
}

/** The text of a record in a column, and how many more elements its lists have. */
export function cellOf(
  { field, lists }: RecordColumn,
  record: StoredRecord,
): { readonly text: string; readonly more: number } {
  let place: StoredRecord | undefined = record;
  let more = 0;
  for (const { name } of lists) {
    const elements: unknown = place?.[name];
    if (!Array.isArray(elements)) return { text: '', more };
    more += Math.max(0, elements.length - 1);
    place = elements[0] as StoredRecord | undefined;
  }
  return { text: textOf(place?.[field.name]), more };
}

/** Whether a record has a text in the column, in any element of its lists; upper and lower case alike. */
export function hasText({ field, lists }: RecordColumn, record: StoredRecord, lowerCaseText: string): boolean {
  let places: readonly StoredRecord[] = [record];
  for (const { name } of lists) places = places.flatMap((place) => (Array.isArray(place[name]) ? place[name] : []));
  return places.some((place) => textOf(place[field.name]).toLowerCase().includes(lowerCaseText));
}

/** Names for people, and numbers. */
const firstColumns: Readonly<Partial<Record<FunctionName, readonly string[]>>> = {
  master: [
    'member_name',
    'member_name_partner',
    'catalog.catalog_id',
    'catalog.item_name',
    'catalog.item_spec',
    'catalog.prod_lot_price',
    'catalog.prod_unit_name',
    'catalog.lead_time',
    'buy.private_item_code',
  ],
  trade: [
    'trade_id',
    'status_code',
    'order_day',
    'delivery_date',
    'member_name_self',
    'member_name_partner',
    'trade_total',
    'detail_list.item_name',
  ],
  nottrade: [
    'member_code_buyer',
    'seller_list.member_code_seller',
    'seller_list.nottrade.prohibit_flg',
    'seller_list.nottrade.week_flg',
    'seller_list.nottrade.prohibit_date_from_ymd',
    'seller_list.nottrade.prohibit_date_to_ymd',
    'seller_list.nottrade.update_date',
  ],
  orderclosing: [
    'member_code_buyer',
    'seller_list.member_code_seller',
    'seller_list.orderclosing.set_name',
    'seller_list.orderclosing.target',
    'seller_list.orderclosing.closing_time',
    'seller_list.orderclosing.delivery_period',
    'seller_list.orderclosing.update_date',
  ],
  businessholiday: [
    'member_code_seller',
    'businessholiday.set_id',
    'businessholiday.holiday',
    'businessholiday.update_date',
  ],
  orderblock: [
    'member_code_buyer',
    'seller_list.member_code_seller',
    'seller_list.orderblock.order_block_flg',
    'seller_list.orderblock.update_date',
  ],
  'order-upload': ['upload_no', 'result', 'trade_id', 'check_number', 'version', 'error_list.error_detail'],
};

/** The number of columns that are shown of other records. */
const shownColumns = 8;

/** The columns that are shown until others are chosen. */
export function defaultColumns(name: FunctionName, columns: readonly RecordColumn[]): readonly string[] {
  return firstColumns[name] ?? columns.slice(0, shownColumns).map(({ key }) => key);
}
