import type { DeliverySettings } from '../delivery/delivery-calendar.js';
import type { DeliveryPlace } from '../member/delivery-place-format.js';
import type { Member } from '../member/member.js';
import type { OrderProduct } from './order-product.js';

/** A buyer and a seller, with all that their orders are judged and made into slips by. */
export interface OrderPair {
  readonly buyer: Member;
  readonly seller: Member;
  /** The buyer's FC owner; nothing if it has none. */
  readonly fcOwner: Member | undefined;
  /** The code that the seller has given to the buyer; `''` if it is not known. */
  readonly sellersCustomerCode: string;
  readonly settings: DeliverySettings;
  /** Those of the buyer, in byte order of their ids. */
  readonly deliveryPlaces: readonly DeliveryPlace[];
  /** The catalog lines with the seller that the orders name, of the buyer and of its head office. */
  readonly products: readonly OrderProduct[];
}
