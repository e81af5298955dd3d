import { batchRecordFields } from './batch-control.js';
import {
  commentExist,
  itemCodeKind,
  modFlg,
  notDownloadedFlg,
  perusalFlg,
  resendFlg,
  slipKind,
  slipStatus,
  statusSet,
  type TargetDateSet,
  targetDateSet,
  useAcSvc,
} from './coded-values.js';
import { arrayOf, code, codeList, day, defineRecord, optional, type RecordOf } from './define-record.js';
import { envelopeFields } from './envelope.js';

/** One `partner_group_list[]` element of a trade record (Spec 2.5). */
export const partnerGroup = defineRecord('partner_group', ['partner_group_code', 'partner_group_name']);

/** One `detail_list[]` element of a trade record: a line of the slip (Spec 2.5). */
export const tradeDetail = defineRecord('trade_detail', [
  'trade_prod_id',
  'item_id',
  'item_name',
  'item_spec',
  'item_number',
  'item_unit_code',
  'prod_lot_qty',
  'prod_unit_code',
  'prod_lot_with_tax',
  'tax_free_flg',
  'prod_remarks',
  'reduced_tax_rate_flg',
  'mod_flg',
  'tax',
  'prod_lot_price',
  'prod_price_tax_excluded',
  'prod_lot_total',
  'prod_lot_total_tax_excluded',
  'tax_rate',
  'my_catalog_id',
  'private_item_id',
  'small_code',
  'item_unit_name',
  'order_prod_lot_qty',
  'prod_private_unit_code',
  'prod_unit_name',
  'order_prod_unit_name',
  'my_catalog_change_date',
  'fc_prod_lot_price',
  'fc_prod_price_tax_excluded',
  'fc_prod_lot_total',
  'fc_lot_total_tax_excluded',
  'prod_free_text_1',
  'prod_free_text_2',
  'order_member_name',
  'subject_code_1',
  'subject_name_1',
  'subject_code_1a',
  'subject_name_1a',
  'subject_code_2',
  'subject_name_2',
  'subject_code_2a',
  'subject_name_2a',
  'item_seller_name',
  'prod_tax',
  'prod_lot_sum',
  'fc_prod_lot_tax',
  'fc_prod_tax',
  'fc_prod_lot_sum',
  'user_defined_tax_rate_code',
]);

/** Header fields of a slip after the batch's own fields (Spec 2.5). */
export const tradeHeaderFields = [
  'trade_id',
  'status_code',
  'status_day',
  'check_number',
  'member_code_self',
  'order_day',
  'hope_delivery_date',
  'delivery_date',
  'delivery_place_name',
  'trade_id_from',
  'send_date',
  'send_time',
  'seller_cancel_flg',
  'trade_comment',
  'resend_flg',
  'check_number_from',
  'order_send_date',
  'order_send_time',
  'order_trade_comment',
  'group_code',
  'member_name_self',
  'fc_owner_name',
  'fc_owner_member_code',
  'member_name_partner',
  'customer_code',
  'op_name_self',
  'private_op_code',
  'fc_owner_code',
  'fc_direct_trade_flg',
  'delivery_place_code',
  'shipping_send_date',
  'shipping_send_time',
  'self_group_code',
] as const;

/** Amount and tax fields of a slip (Spec 2.5). */
export const tradeAmountFields = [
  'trade_subtotal',
  'trade_tax',
  'trade_shipping',
  'trade_shipping_tax',
  'prod_total_tax_excluded_total',
  'prod_tax_total',
  'shipping_tax_excluded',
  'shipping_tax',
  'trade_additional',
  'trade_total',
  'tax_calc_method',
  'below_dec_point',
  'trade_subtotal_normal',
  'trade_tax_normal',
  'trade_subtotal_reduced',
  'trade_tax_reduced',
  'trade_tax_free_total',
] as const;

/** Amount fields of a slip's FC part (Spec 2.5). */
export const tradeFcAmountFields = [
  'fc_trade_subtotal',
  'fc_trade_tax',
  'fc_shipping_tax',
  'fc_prod_total_tax_excluded_total',
  'fc_prod_tax_total',
  'fc_trade_total',
  'fc_trade_subtotal_normal',
  'fc_trade_tax_normal',
  'fc_trade_subtotal_reduced',
  'fc_trade_tax_reduced',
  'fc_trade_tax_free_total',
] as const;

/** Invoice fields of a slip (Spec 2.5). */
export const tradeInvoiceFields = [
  'invoice_method_flg',
  'invoice_reg_no',
  'invoice_member_kbn',
  'tax_excluded_total_std_rate',
  'tax_excluded_total_rds_rate',
  'tax_excluded_total_tax_free',
  'tax_excluded_total',
  'tax_total_std_rate',
  'tax_total_rds_rate',
  'tax_total',
  'total_std_rate',
  'total_rds_rate',
  'fc_invoice_method_flg',
  'fc_invoice_reg_no',
  'fc_invoice_member_kbn',
  'fc_tax_calc_method',
  'fc_below_dec_point',
  'fc_tax_excluded_total_std_rate',
  'fc_tax_excluded_total_rds_rate',
  'fc_tax_excluded_total_tax_free',
  'fc_tax_excluded_total',
  'fc_tax_total_std_rate',
  'fc_tax_total_rds_rate',
  'fc_tax_total',
  'fc_total_std_rate',
  'fc_total_rds_rate',
  'user_date',
] as const;

/** The string fields of a slip after the batch's own fields, in wire order (Spec 2.5). */
export const tradeTextFields = [
  ...tradeHeaderFields,
  ...tradeAmountFields,
  ...tradeFcAmountFields,
  ...tradeInvoiceFields,
] as const;

/** All fields of a slip except the batch's own, in wire order (Spec 2.5). */
export const tradeBodyFields = [
  ...tradeTextFields,
  arrayOf('partner_group_list', partnerGroup),
  arrayOf('detail_list', tradeDetail),
] as const;

/** One side's view of one slip, as a trade get delivers it (Spec 2.5). */
export const tradeRecord = defineRecord('trade', [...batchRecordFields, ...tradeBodyFields]);

/**
 * Fields of a `trade` line that no download delivers: the data of filters, and the version of the slip that the line
 * changes. A field of a filter comes before `update_date`.
 */
export const tradeStoredFields = [
  'member_code_partner',
  'slip_kind',
  'use_ac_svc',
  'perusal_flg',
  'delivery_place_id',
  'planned_shipping_day',
  'receipt_day',
  'update_date',
  'version',
] as const;

/** The values of the coded fields among these, and the value that `""` counts as. */
export const tradeStoredCodes = {
  slip_kind: { values: [slipKind.normal, slipKind.purchase, slipKind.transfer], ifEmpty: slipKind.normal },
  use_ac_svc: { values: [useAcSvc.used, useAcSvc.unused], ifEmpty: useAcSvc.unused },
  perusal_flg: { values: [perusalFlg.unconfirmed, perusalFlg.confirmed], ifEmpty: perusalFlg.unconfirmed },
} as const satisfies Partial<Record<StoredField, { readonly values: readonly string[]; readonly ifEmpty: string }>>;

/** Body of a trade download request (Spec 4.8). */
export const tradeRequest = defineRecord('trade_request', [
  optional('response_type'),
  code('target_date_set', targetDateSet),
  day('target_date_from'),
  day('target_date_to', { from: 'target_date_from', isPeriod: true }),
  optional(code('status_set', statusSet)),
  optional(codeList('status_code', { values: slipStatus })),
  optional(code('use_ac_svc', useAcSvc)),
  optional(code('perusal_flg', perusalFlg)),
  optional(code('not_downloaded_flg', notDownloadedFlg)),
  optional(code('comment_exist', commentExist)),
  optional(code('mod_flg', modFlg)),
  optional(code('resend_flg', resendFlg)),
  optional(code('item_code_kind', itemCodeKind)),
  optional('item_code'),
  optional(codeList('trade_id')),
  optional(codeList('client_member_codes')),
  optional(codeList('client_group_codes')),
  optional(codeList('client_codes')),
  optional(codeList('delivery_place_id')),
  optional(codeList('member_codes', { members: 'visible' })),
  optional(codeList('member_group_codes')),
  optional(codeList('group_codes')),
  optional(codeList('fc_owner_group_codes')),
  optional(codeList('fc_owner_member_codes')),
]);

type StoredField = (typeof tradeStoredFields)[number];
type SlipField = (typeof tradeTextFields)[number] | StoredField;

/** The field of a slip that each `target_date_set` reads (Spec 4.8). */
export const targetDateField = {
  '0': 'update_date',
  '1': 'status_day',
  '2': 'order_day',
  '3': 'planned_shipping_day',
  '4': 'shipping_send_date',
  '5': 'delivery_date',
  '6': 'receipt_day',
  '7': 'send_date',
} as const satisfies Record<TargetDateSet, SlipField>;

/**
 * The field of a slip that each of these filters reads. The field must have the value of the filter, or a value in its
 * list (Spec 4.8). All other filters have rules of their own.
 */
export const tradeFilterField = {
  status_code: 'status_code',
  use_ac_svc: 'use_ac_svc',
  perusal_flg: 'perusal_flg',
  client_codes: 'customer_code',
  delivery_place_id: 'delivery_place_id',
  fc_owner_group_codes: 'fc_owner_code',
} as const satisfies Partial<Record<(typeof tradeRequest)['fieldNames'][number], SlipField>>;

/** Answer of a trade get (Spec 4.8). */
export const tradeGetAnswer = defineRecord('trade_get_answer', [...envelopeFields, arrayOf('trade', tradeRecord)]);

/** A record as `partnerGroup` defines it. */
export type PartnerGroup = RecordOf<typeof partnerGroup>;
/** A record as `tradeDetail` defines it. */
export type TradeDetail = RecordOf<typeof tradeDetail>;
/** A record as `tradeRecord` defines it. */
export type TradeRecord = RecordOf<typeof tradeRecord>;
/** A record as `tradeRequest` defines it. */
export type TradeRequest = RecordOf<typeof tradeRequest>;
/** A record as `tradeGetAnswer` defines it. */
export type TradeGetAnswer = RecordOf<typeof tradeGetAnswer>;
