import { maxLength, ownLimits } from '@trading-platform/domain-types';
import { Day, DayTime, ElementList, NamesMembers, Optional, Required, ResponseType, Text } from './rules.js';

/** One product of a shortest delivery date request (Spec 4.5). */
export class DeliveryDateLookupElement {
  @Required()
  @Text()
  catalog_id!: string;

  @Optional()
  @Day()
  hope_delivery_date?: string;
}

/** Body of a shortest delivery date request (Spec 4.5). */
export class DeliveryDateLookupRequest {
  @ResponseType()
  response_type?: string;

  @Required()
  @Text(maxLength.member_code_self)
  @NamesMembers('pair')
  member_code_self!: string;

  @Required()
  @Text(maxLength.member_code_partner)
  @NamesMembers('pair')
  member_code_partner!: string;

  @Optional()
  @DayTime(maxLength.send_date)
  send_date?: string;

  @Required()
  @ElementList(DeliveryDateLookupElement, ownLimits.deliveryDateElements)
  details_list!: readonly DeliveryDateLookupElement[];
}
