import type { DeliverySettings } from '../delivery/delivery-calendar.js';
import type { DeliveryPlace } from '../member/delivery-place-format.js';
import type { Member } from '../member/member.js';
import type { OrderProduct } from './order-product.js';

/** A buyer and a seller, with the data by which their orders are judged and become slips. */
export interface OrderPair {
  readonly buyer: Member;
  readonly seller: Member;
  /** The buyer's FC owner; undefined if it has none. */
  readonly fcOwner: Member | undefined;
  /** The code that the seller has given to the buyer; `''` if it is not known. */
  readonly sellersCustomerCode: string;
  readonly settings: DeliverySettings;
  /** The buyer's places, in byte order of their ids. */
  readonly deliveryPlaces: readonly DeliveryPlace[];
  /** The catalog lines with the seller that the orders name, of the buyer and of its head office. */
  readonly products: readonly OrderProduct[];
}
