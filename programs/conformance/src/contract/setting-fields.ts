/** Fields of a non-trading day (Spec 2.6). */
export const nonTradingDayFields = [
  'member_code_order_to',
  'establish_flg',
  'week_flg',
  'prohibit_month',
  'prohibit_day',
  'prohibit_date_from_y',
  'prohibit_date_from_m',
  'prohibit_date_from_d',
  'prohibit_date_to_y',
  'prohibit_date_to_m',
  'prohibit_date_to_d',
  'prohibit_flg',
  'delivery_period',
  'warning_type',
  'holiday_flg',
  'prohibit_date_from_ymd',
  'prohibit_date_to_ymd',
  'update_date',
] as const;

/** Fields of an order closing time (Spec 2.6). */
export const closingTimeFields = [
  'oct_set_buyer_or_seller',
  'member_code_order_to',
  'set_id',
  'set_no',
  'set_name',
  'app_ord_flg',
  'target',
  'closing_time',
  'delivery_period',
  'change_app_date',
  'update_date',
] as const;

/** Fields of a lead-time non-counting day (Spec 2.6). */
export const nonCountingDayFields = ['set_id', 'holiday', 'update_date'] as const;

/** Fields of an order block (Spec 2.6). */
export const orderBlockFields = ['member_code_order_to', 'order_block_flg', 'update_date'] as const;
