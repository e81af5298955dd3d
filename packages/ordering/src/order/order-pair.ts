import type { DeliverySettings } from '../delivery/delivery-calendar.js';
import type { DeliveryPlace } from '../member/delivery-place-format.js';
import type { Member } from '../member/member.js';
import type { OrderProduct } from './order-product.js';

/** A buyer and a seller, with the data for judging their orders and turning them into slips. */
export interface OrderPair {
  readonly buyer: Member;
  readonly seller: Member;
  /** The FC owner of the buyer, or undefined if the buyer has none. */
  readonly fcOwner: Member | undefined;
  /** The customer code that the seller has given to the buyer, or `''` if the code is not known. */
  readonly sellersCustomerCode: string;
  readonly settings: DeliverySettings;
  /** The buyer's delivery places, in byte order of their ids. */
  readonly deliveryPlaces: readonly DeliveryPlace[];
  /** The order-master lines that the orders name, from the order masters of the buyer and its head office. */
  readonly products: readonly OrderProduct[];
}
