import {
  type Flag,
  flag,
  masterRequest,
  maxElements,
  maxLength,
  ownLimits,
  type SlipStatus,
  slipStatus,
} from '@trading-platform/domain-types';
import { requestFields } from './request-fields.js';
import { CodeList, Count, Cursor, Day, NamesMembers, NotBefore, OneOf, Optional, ResponseType, Text } from './rules.js';
import { withFieldsOf } from './with-fields-of.js';

/** Body of a delivery place list request, and the first fields of all list requests (Spec 4.11). */
export class DeliveryPlaceListRequest {
  @ResponseType()
  response_type?: string;

  @Optional()
  @Text(maxLength.member_code_self)
  @NamesMembers('visible')
  member_code_self?: string;

  @Optional()
  @Count(ownLimits.listAnswerElements)
  limit?: string;

  @Optional()
  @Cursor()
  cursor?: string;
}

/** Body of a partner list request (Spec 4.11). */
export class PartnerListRequest extends DeliveryPlaceListRequest {
  @Optional()
  @CodeList()
  client_member_code_list?: readonly string[];
}

/** Body of an order master list request; it has the filters of 4.7 (Spec 4.11). */
export class OrderMasterListRequest extends withFieldsOf(DeliveryPlaceListRequest, requestFields(masterRequest), [
  'food_cat_large_code',
  'food_cat_middle_code',
  'food_cat_small_code',
  'sell_stop',
  'mc_upd_date_from',
  'mc_upd_date_to',
]) {}

/** Body of an order list request. */
export class OrderListRequest extends DeliveryPlaceListRequest {
  @Optional()
  @CodeList(maxElements.status_code, slipStatus)
  status_code?: readonly SlipStatus[];

  @Optional()
  @CodeList()
  client_member_code_list?: readonly string[];

  @Optional()
  @Day()
  order_day_from?: string;

  @Optional()
  @Day()
  @NotBefore('order_day_from')
  order_day_to?: string;

  @Optional()
  @OneOf(flag)
  with_names?: Flag;
}
