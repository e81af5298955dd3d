import type { DeliveryPlace, Flag, ListedOrder, Partner } from '@trading-platform/domain-types';
import type { MasterFilters } from '../master/master-criteria.js';
import { placeKey, textKey } from './list-cursor.js';
import { ListSource } from './list-query.js';

/** The filters of a partner list. If the filter on partners is absent, all partners are selected. */
export interface PartnerFilters {
  readonly client_member_code_list?: readonly string[];
}

/**
 * Lists the members with which a member trades, ordered by member code. The list contains all members that the given member may
 * name as its partner (Spec 4.11).
 */
export abstract class PartnerList extends ListSource<PartnerFilters, Partner> {
  override readonly name = 'partner';
  override readonly keys = [textKey];
}

/** The filters of an order-master list, which are the same as in a master download (Spec 4.7). */
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
 * Lists the order-master lines of a member, ordered by partner, item and index in their record. Each element of the list is the
 * stored JSON of an order-master line (Spec 2.4, 4.11).
 */
export abstract class OrderMasterList extends ListSource<OrderMasterFilters, Uint8Array> {
  override readonly name = 'ordermaster';
  override readonly keys = [textKey, textKey, placeKey];
}

/** Lists the delivery places of a member, ordered by their ids (Spec 4.11). */
export abstract class DeliveryPlaceList extends ListSource<object, DeliveryPlace> {
  override readonly name = 'deliveryplace';
  override readonly keys = [textKey];
}

/** The filters of a request for a list of orders. A filter that is absent does not restrict the list. */
export interface OrderFilters {
  readonly status_code?: readonly string[];
  readonly client_member_code_list?: readonly string[];
  readonly order_day_from?: string;
  readonly order_day_to?: string;
  /** Whether each order has its slip number and the names of both members. */
  readonly with_names?: Flag;
}

/**
 * Lists a member's views of its slips, ordered by partner and `trade_id`. An `upload_no` is shown only to the member that sent
 * the upload.
 */
export abstract class OrderList extends ListSource<OrderFilters, ListedOrder> {
  override readonly name = 'order';
  override readonly keys = [textKey, textKey];
}
