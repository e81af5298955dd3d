/** Fields of the outcome of an uploaded order (Spec 4.11). */
export const uploadResultFields = [
  'seq',
  'upload_no',
  'result',
  'trade_id',
  'check_number',
  'version',
  'error_list',
] as const;

/** Fields of the outcome of an updated slip (Spec 4.11). */
export const updateResultFields = [
  'seq',
  'update_no',
  'trade_id',
  'result',
  'status_code',
  'version',
  'new_trade_id',
  'new_check_number',
  'new_version',
  'error_list',
] as const;

/** Fields of an error (Spec 2.2). */
export const errorFields = ['error_item', 'error_code', 'error_detail'] as const;

/** Fields of a sent slip (Spec 4.11). */
export const generatedOrderFields = ['trade_id', 'version'] as const;

/** Fields of a partner (Spec 4.11). */
export const partnerFields = [
  'member_code_partner',
  'member_name_partner',
  'customer_code',
  'order_block_flg',
] as const;

/** Fields of a delivery place (Spec 4.11). */
export const deliveryPlaceFields = [
  'delivery_place_id',
  'delivery_place_code',
  'delivery_place_name',
  'default_flg',
] as const;

/** Fields of a listed order (Spec 4.11). The last three come with `with_names`. */
export const listedOrderFields = [
  'trade_id',
  'version',
  'upload_no',
  'status_code',
  'member_code_self',
  'member_code_partner',
  'order_day',
  'hope_delivery_date',
  'trade_total',
  'check_number',
  'member_name_self',
  'member_name_partner',
] as const;

/** Fields of a found slip, order and product. */
export const foundSlipFields = [
  'trade_id',
  'check_number',
  'upload_no',
  'status_code',
  'member_code_self',
  'member_code_partner',
  'member_name_partner',
  'order_day',
  'trade_total',
] as const;
export const foundOrderFields = ['upload_no', 'trade_id', 'check_number', 'member_code_self'] as const;
export const foundProductFields = [
  'member_code_partner',
  'member_name_partner',
  'item_id',
  'private_item_code',
  'item_name',
  'item_spec',
  'catalog_id',
] as const;
