import type { FieldDescription, FunctionName, StoredRecord } from '../../../wire/index.js';
import { textOf } from '../server/text-of.js';
import { textLanguage } from '../texts/text-language.js';

/**
 * A column that shows one field of a record. If the field is inside a list, the column shows the first element, because
 * most lists have only one element.
 */
export interface RecordColumn {
  /** A key that is unique in the record, such as `seq`, `buy.item_name` or `seller_list.nottrade.week_flg`. */
  readonly key: string;
  readonly field: FieldDescription;
  /** The lists that contain the field, beginning with the outermost. */
  readonly lists: readonly FieldDescription[];
}

/** Returns a column for every field of a record, in the order of the contract. */
export function recordColumns(
  fields: readonly FieldDescription[],
  lists: readonly FieldDescription[] = [],
): readonly RecordColumn[] {
  return fields.flatMap((field) => {
    if (field.of !== undefined) return recordColumns(field.of, [...lists, field]);
    return [{ key: [...lists.map((list) => list.name), field.name].join('.'), field, lists }];
  });
}

/** Returns the language of texts that the platform has written, and otherwise undefined. */
export function languageOf({ name }: FieldDescription, text: string): 'en' | 'ja' | undefined {
  return name === 'error_detail' ? textLanguage(text) : undefined;
}

/** Returns the text that a record has in a column, and the number of further list elements. */
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

/** The columns that are shown at first: names that users recognise, and a few numbers. */
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
    'check_number',
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
  'trade-update': [
    'update_no',
    'result',
    'trade_id',
    'status_code',
    'version',
    'new_trade_id',
    'error_list.error_detail',
  ],
  'order-upload': ['upload_no', 'result', 'trade_id', 'check_number', 'version', 'error_list.error_detail'],
};

/** How many columns are shown at first for records of all other functions. */
const shownColumns = 8;

/** Returns the columns that are shown until the user chooses others. */
export function defaultColumns(name: FunctionName, columns: readonly RecordColumn[]): readonly string[] {
  return firstColumns[name] ?? columns.slice(0, shownColumns).map(({ key }) => key);
}
