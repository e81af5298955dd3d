import type { deliveryExplanation, RecordOf } from '@trading-platform/domain-types';
import type { DeliveryDateOfProduct } from '../../wire/index.js';
import { fieldError } from '../http/console-error.js';

/** The delivery date of one product with its explanation, as the platform sends it. */
export type Explanation = RecordOf<typeof deliveryExplanation>;

/** Converts an explanation of the data API into the form that the page gets. */
export function ofProduct({
  catalog_id,
  shortest_delivery_date: day,
  detail_error_list,
  step_list,
}: Explanation): DeliveryDateOfProduct {
  return {
    catalogId: catalog_id,
    ...(day === '' ? {} : { shortestDay: day }),
    errors: detail_error_list.map(({ errorItem, errorCode, errorDetail }) =>
      fieldError({ error_item: errorItem, error_code: errorCode, error_detail: errorDetail }),
    ),
    steps: step_list.map(({ rule, from_date, to_date, not_counted_list, text_en, text_ja }) => ({
      rule,
      from: from_date,
      to: to_date,
      notCounted: not_counted_list.map(({ first_date: first, last_date: last }) => ({ first, last })),
      text: { en: text_en, ja: text_ja },
    })),
  };
}
