import { batchRecordFields } from './batch-control.js';
import { existMc, prodKind, sellStop, shareItem, withoutHidden } from './coded-values.js';
import { arrayOf, code, codeList, defineRecord, optional, type RecordOf, second } from './define-record.js';
import { envelopeFields } from './envelope.js';
import { numberedFields } from './numbered-fields.js';

/** One `buy[]` element of a master record: the caller's own product master (Spec 2.4). */
export const buyLine = defineRecord('buy', [
  'item_id',
  'private_item_code',
  'item_name',
  'item_spec',
  'item_number',
  'item_unit_code',
  'number_private_unit_code',
  'item_unit_name',
  'subject_code',
  'small_name',
  'auxiliary_subject_code',
  'auxiliary_small_name',
  'correspond_subject_code',
  'correspond_small_name',
  'correspond_auxiliary_subject_code',
  'correspond_auxiliary_small_name',
  'free_txt_item1',
  'free_txt_item2',
  'stock_class',
  'stock_price',
  'stock_unit_code',
  'private_stock_unit_code',
  'stock_unit',
  'default_unit_code',
  'private_default_unit_code',
  'default_unit',
  'stock_qty_base',
  ...numberedFields('stock_sub_qty'),
  'stock_unit_base',
  ...numberedFields('stock_sub_unit'),
  'stock_unit_code_base',
  ...numberedFields('stock_sub_unit_code'),
  'private_stock_unit_code_base',
  ...numberedFields('private_stock_sub_unit_code'),
  'create_date',
  'update_date',
]);

/** One `catalog[]` element of a master record: an order-master line (Spec 2.4). */
export const catalogLine = defineRecord('catalog', [
  'catalog_id',
  'item_id',
  'item_name',
  'item_spec',
  'item_number',
  'item_unit_code',
  'number_private_unit_code',
  'item_unit_name',
  'prod_lot_price',
  'prod_lot_price_old',
  'prod_unit_code',
  'private_unit_code',
  'prod_unit_name',
  'share_flg',
  'food_cat_large_code',
  'food_cat_large_name',
  'food_cat_middle_code',
  'food_cat_middle_name',
  'food_cat_small_code',
  'food_cat_small_name',
  'price_change_date',
  'item_wholesale_with_taxfree',
  'status_code',
  'view_active_code',
  'sell_stop_active_code',
  'sell_stop_planned_date',
  'price_change_st_date',
  'price_change_st_date_code',
  'request_prod_lot_price',
  'request_prod_unit_name',
  'request_prod_unit_code',
  'prod_lot_with_tax_code',
  'approval_prod_lot_price',
  'approval_prod_unit_name',
  'approval_prod_unit_code',
  'lead_time',
  'private_item_code',
  'start_date_real',
  'minimum_lot',
  'multiple_lot',
  'item_deleted_code',
  'tax_rate_code',
  'create_date',
  'update_date',
  'share_create_date',
  'share_update_date',
  'sell_stop_code',
  'store_unshare_flg',
]);

/** Header fields of a master record after the batch's own fields (Spec 2.4). */
export const masterHeaderFields = [
  'member_code',
  'group_code',
  'member_name',
  'op_name',
  'private_op_code',
  'member_code_partner',
  'customer_code',
  'member_name_partner',
  'member_code_order_to',
  'order_code_to',
  'order_name_to',
  'order_name_kana_to',
] as const;

/** All fields of a master record except the batch's own, in wire order (Spec 2.4). */
export const masterBodyFields = [
  ...masterHeaderFields,
  arrayOf('buy', buyLine),
  arrayOf('catalog', catalogLine),
] as const;

/** One product that one member buys from one partner, as the get step of a master download delivers it (Spec 2.4). */
export const masterRecord = defineRecord('master', [...batchRecordFields, ...masterBodyFields]);

/** Body of a master download request (Spec 4.7). */
export const masterRequest = defineRecord('master_request', [
  optional('response_type'),
  optional('food_cat_large_code'),
  optional('food_cat_middle_code'),
  optional('food_cat_small_code'),
  optional(code('exist_mc', existMc)),
  optional(code('prod_kind', prodKind)),
  optional(code('sell_stop', sellStop)),
  optional(code('without_hidden', withoutHidden)),
  optional(code('share_item', shareItem)),
  optional(second('buy_upd_date_from')),
  optional(second('buy_upd_date_to', { from: 'buy_upd_date_from' })),
  optional(second('mc_upd_date_from')),
  optional(second('mc_upd_date_to', { from: 'mc_upd_date_from' })),
  optional(codeList('member_code_list', { members: 'visible' })),
  optional(codeList('member_group_code_list')),
  optional(codeList('group_code_list')),
  optional(codeList('client_member_code_list')),
  optional(codeList('client_group_code_list')),
  optional(codeList('client_code_list')),
  optional(codeList('fc_owner_member_code_list')),
  optional(codeList('fc_owner_code_list')),
]);

/** Answer of a master get (Spec 4.7). */
export const masterGetAnswer = defineRecord('master_get_answer', [...envelopeFields, arrayOf('master', masterRecord)]);

/** A record as `buyLine` defines it. */
export type BuyLine = RecordOf<typeof buyLine>;
/** A record as `catalogLine` defines it. */
export type CatalogLine = RecordOf<typeof catalogLine>;
/** A record as `masterRecord` defines it. */
export type MasterRecord = RecordOf<typeof masterRecord>;
/** A record as `masterRequest` defines it. */
export type MasterRequest = RecordOf<typeof masterRequest>;
/** A record as `masterGetAnswer` defines it. */
export type MasterGetAnswer = RecordOf<typeof masterGetAnswer>;
