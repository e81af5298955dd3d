/** Fields of the terms with one partner (Spec 10). */
export const partnerTermsFields = [
  'member_code_buyer',
  'member_code_seller',
  'order_block_flg',
  'closing_list',
  'nottrade_list',
  'day_list',
] as const;

export const closingTermFields = [
  'general_flg',
  'oct_set_buyer_or_seller',
  'member_code_order_to',
  'set_name',
  'target',
  'closing_time',
  'delivery_period',
  'change_app_date',
] as const;

export const nonTradingTermFields = [
  'general_flg',
  'member_code_order_to',
  'rule',
  'week_flg',
  'first_date',
  'last_date',
  'holiday_flg',
  'warning_type',
] as const;

export const tradingDayFields = [
  'day',
  'not_counted_flg',
  'reception_flg',
  'closing_time',
  'delivery_period',
  'refused_by',
  'warned_by',
] as const;
