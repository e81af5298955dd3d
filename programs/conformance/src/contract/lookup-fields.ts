/** The fields of a product in the answer about the shortest delivery date (Spec 4.5). */
export const deliveryDateFields = ['catalog_id', 'shortest_delivery_date', 'detail_error_list'] as const;

/** The fields of a product's error in the answer about the shortest delivery date (Spec 4.5). */
export const deliveryDateErrorFields = ['errorItem', 'errorCode', 'errorDetail'] as const;

/** The fields of a product in an answer with an explanation (Spec 10). */
export const explainedFields = ['catalog_id', 'shortest_delivery_date', 'detail_error_list', 'step_list'] as const;

/** The fields of one step of an explanation (Spec 10). */
export const stepFields = ['rule', 'from_date', 'to_date', 'not_counted_list', 'text_ja', 'text_en'] as const;

/** The fields of a period whose days a lead time does not count (Spec 10). */
export const notCountedFields = ['first_date', 'last_date'] as const;

/** The fields of an item in the answer about FC prices (Spec 4.9). */
export const fcPriceFields = [
  'member_code_store',
  'catalog_id',
  'Price',
  'order_send_date',
  'delivery_date',
  'fc_price',
  'detail_err_list',
] as const;

/** The fields of an item's error in the answer about FC prices (Spec 4.9). */
export const fcPriceErrorFields = ['error_code', 'error_detail'] as const;
