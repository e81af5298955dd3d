import { arrayOf, defineRecord, deliveryDate, envelopeFields } from '@trading-platform/domain-types';

const step = defineRecord('delivery_step', ['rule', 'from_date', 'to_date', 'text_ja', 'text_en']);

const explanation = defineRecord('delivery_explanation', [...deliveryDate.fields, arrayOf('step_list', step)]);

/** The answer that explains delivery dates: each date, and step by step which rule moved it. */
export const deliveryExplanationAnswer = defineRecord('delivery_explanation_answer', [
  ...envelopeFields,
  arrayOf('details_list', explanation),
]);
