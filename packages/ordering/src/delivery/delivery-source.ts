import type { OrderMasterLine } from '../master/order-master-line.js';
import type { RefusedMember } from '../member/refused-member.js';
import type { DeliverySettings } from './delivery-calendar.js';

/** The buyer and the seller of a caller's request, with all settings between them. */
export interface DeliveryPair {
  readonly buyer: string;
  /** The member code of the buyer's head office, or `''` if the buyer has none. */
  readonly headOffice: string;
  readonly seller: string;
  readonly settings: DeliverySettings;
}

/**
 * The source of the data from which shortest delivery dates are calculated. Each method reads committed data and needs a fixed
 * number of queries.
 */
export abstract class DeliverySource {
  /** Returns a number that increases with every import of members, products or settings. */
  abstract readChanges(): Promise<number>;
  /**
   * Checks the members of a request and reads their settings. The caller must see `self`, and `partner` must be related
   * to `self`. Otherwise the answer names all refused members. The answer also says who buys: `self` is the buyer if
   * `self` or its head office has an order-master line that names this partner. Otherwise `self` is the seller.
   */
  abstract readPair(caller: string, self: string, partner: string): Promise<DeliveryPair | readonly RefusedMember[]>;
  /** Reads the seller's lines with these `catalog_id`s from the order masters of the buyer and its head office. */
  abstract readLines(pair: DeliveryPair, catalogIds: readonly string[]): Promise<readonly OrderMasterLine[]>;
}
