import { ownLimits } from '@trading-platform/domain-types';
import { Amount, Day, ElementList, Required, ResponseType, Text } from './rules.js';

/** One product of an FC price request (Spec 4.9). */
export class FcPriceLookupElement {
  @Required()
  @Text()
  member_code_store!: string;

  @Required()
  @Text()
  catalog_id!: string;

  @Required()
  @Amount()
  price!: string;

  @Required()
  @Day()
  order_send_date!: string;

  @Required()
  @Day()
  delivery_date!: string;
}

/** Body of an FC price request (Spec 4.9). */
export class FcPriceLookupRequest {
  @ResponseType()
  response_type?: string;

  @Required()
  @ElementList(FcPriceLookupElement, ownLimits.fcPriceElements)
  item!: readonly FcPriceLookupElement[];
}
