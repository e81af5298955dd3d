import { arrayOf, defineRecord, optional, type RecordOf } from './define-record.js';
import { envelopeFields } from './envelope.js';

/** One product of a shortest delivery date request (Spec 4.5). */
export const deliveryDateQuestion = defineRecord('delivery_date_question', [
  'catalog_id',
  optional('hope_delivery_date'),
]);

/** Body of a shortest delivery date request (Spec 4.5). */
export const deliveryDateRequest = defineRecord('delivery_date_request', [
  optional('response_type'),
  'member_code_self',
  'member_code_partner',
  optional('send_date'),
  arrayOf('details_list', deliveryDateQuestion),
]);

/** One refusal of one product; the contract writes these three names in camelCase (Spec 4.5). */
export const deliveryDateError = defineRecord('delivery_date_error', ['errorItem', 'errorCode', 'errorDetail']);

/** One product of a shortest delivery date answer (Spec 4.5). */
export const deliveryDate = defineRecord('delivery_date', [
  'catalog_id',
  'shortest_delivery_date',
  arrayOf('detail_error_list', deliveryDateError),
]);

/** Answer of a shortest delivery date request, in the order of its `details_list` (Spec 4.5). */
export const deliveryDateAnswer = defineRecord('delivery_date_answer', [
  ...envelopeFields,
  arrayOf('details_list', deliveryDate),
]);

/** Consecutive days that a lead time skips (ours, beyond the contract). */
export const notCountedDays = defineRecord('not_counted_days', ['first_date', 'last_date']);

/** One rule that was applied in the search for a delivery date (ours, beyond the contract). */
export const deliveryStep = defineRecord('delivery_step', [
  'rule',
  'from_date',
  'to_date',
  arrayOf('not_counted_list', notCountedDays),
  'text_ja',
  'text_en',
]);

/** One product of an explanation: its answer, and the steps that led to it. */
export const deliveryExplanation = defineRecord('delivery_explanation', [
  ...deliveryDate.fields,
  arrayOf('step_list', deliveryStep),
]);

/** Answer of a call for an explanation. */
export const deliveryExplanationAnswer = defineRecord('delivery_explanation_answer', [
  ...envelopeFields,
  arrayOf('details_list', deliveryExplanation),
]);

/** A record as `deliveryDateQuestion` defines it. */
export type DeliveryDateQuestion = RecordOf<typeof deliveryDateQuestion>;
/** A record as `deliveryDateRequest` defines it. */
export type DeliveryDateRequest = RecordOf<typeof deliveryDateRequest>;
/** A record as `deliveryDateError` defines it. */
export type DeliveryDateError = RecordOf<typeof deliveryDateError>;
/** A record as `deliveryDate` defines it. */
export type DeliveryDate = RecordOf<typeof deliveryDate>;
/** A record as `deliveryDateAnswer` defines it. */
export type DeliveryDateAnswer = RecordOf<typeof deliveryDateAnswer>;
