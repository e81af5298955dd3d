import type { PlatformClient } from '@trading-platform/client';
import { apiPaths, type deliveryExplanation, type RecordOf } from '@trading-platform/domain-types';
import type { DeliveryDateOfProduct, DeliveryDateQuestion } from '../../wire/index.js';
import { fieldError } from '../http/console-error.js';

type Explanation = RecordOf<typeof deliveryExplanation>;

/** Asks for the delivery dates of products, with their explanations, and converts them into the form that the page gets. */
export async function explainDelivery(
  client: PlatformClient,
  question: DeliveryDateQuestion,
): Promise<readonly DeliveryDateOfProduct[]> {
  const answer = await client.call(`${apiPaths.deliveryDate}/explain`, question);
  return (answer as unknown as { readonly details_list: readonly Explanation[] }).details_list.map(ofProduct);
}

function ofProduct({
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
