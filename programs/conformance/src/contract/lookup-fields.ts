/** Fields of a product of a shortest delivery date answer (Spec 4.5). */
export const deliveryDateFields = ['catalog_id', 'shortest_delivery_date', 'detail_error_list'] as const;

/** Fields of an error of such a product (Spec 4.5). */
export const deliveryDateErrorFields = ['errorItem', 'errorCode', 'errorDetail'] as const;

/** Fields of a product of an explained answer (Spec 10). */
export const explainedFields = ['catalog_id', 'shortest_delivery_date', 'detail_error_list', 'step_list'] as const;

/** Fields of a step of an explanation (Spec 10). */
export const stepFields = ['rule', 'from_date', 'to_date', 'not_counted_list', 'text_ja', 'text_en'] as const;

/** Fields of days that a lead time passes over (Spec 10). */
export const notCountedFields = ['first_date', 'last_date'] as const;

/** Fields of an item of an FC price answer (Spec 4.9). */
export const fcPriceFields = [
  'member_code_store',
  'catalog_id',
  'Price',
  'order_send_date',
  'delivery_date',
  'fc_price',
  'detail_err_list',
] as const;

/** Fields of an error of such an item (Spec 4.9). */
export const fcPriceErrorFields = ['error_code', 'error_detail'] as const;
