import type { DeliveryPlace, ListedOrder, Partner } from '@trading-platform/domain-types';
import type { MasterFilters } from '../master/master-criteria.js';
import { placeKey, textKey } from './list-cursor.js';
import { ListSource } from './list-query.js';

/** The filters of a partner list. An absent filter selects all partners. */
export interface PartnerFilters {
  readonly client_member_code_list?: readonly string[];
}

/** The members that a member trades with, by their codes: all that it may name as its partner (Spec 4.11). */
export abstract class PartnerList extends ListSource<PartnerFilters, Partner> {
  override readonly name = 'partner';
  override readonly keys = [textKey];
}

/** The filters of an order-master list, as in a master download (Spec 4.7). */
export type OrderMasterFilters = Pick<
  MasterFilters,
  | 'food_cat_large_code'
  | 'food_cat_middle_code'
  | 'food_cat_small_code'
  | 'sell_stop'
  | 'mc_upd_date_from'
  | 'mc_upd_date_to'
>;

/**
 * The order-master lines of a member, by partner, item and place in their record: each as the bytes of its JSON object, as it
 * was stored (Spec 2.4, 4.11).
 */
export abstract class OrderMasterList extends ListSource<OrderMasterFilters, Uint8Array> {
  override readonly name = 'ordermaster';
  override readonly keys = [textKey, textKey, placeKey];
}

/** The delivery places of a member, by their ids (Spec 4.11). */
export abstract class DeliveryPlaceList extends ListSource<object, DeliveryPlace> {
  override readonly name = 'deliveryplace';
  override readonly keys = [textKey];
}

/** The filters of an order list. An absent filter selects all slips. */
export interface OrderFilters {
  readonly status_code?: readonly string[];
}

/** The slips of a member as it sees them, by partner and `trade_id`. An `upload_no` is shown only to the member that sent it. */
export abstract class OrderList extends ListSource<OrderFilters, ListedOrder> {
  override readonly name = 'order';
  override readonly keys = [textKey, textKey];
}
