import type { OrderMasterLine } from '../master/order-master-line.js';
import type { RefusedMember } from '../member/refused-member.js';
import type { DeliverySettings } from './delivery-calendar.js';

/** The buyer and the seller of a caller's request, with all settings between them. */
export interface DeliveryPair {
  readonly buyer: string;
  /** The buyer's head office; `''` where it has none. */
  readonly headOffice: string;
  readonly seller: string;
  readonly settings: DeliverySettings;
}

/** Where the shortest delivery date gets its data. Each method reads committed data, in a fixed number of queries. */
export abstract class DeliverySource {
  /** A number that grows with every load of members, products or settings, at its commit. */
  abstract readChanges(): Promise<number>;
  /**
   * Judges the members of a request and reads their settings. `self` must be visible to the caller, and `partner` related to
   * `self`; otherwise the answer names all refused members. `self` is the buyer if it or its head office has an order-master
   * line with the partner. Otherwise it is the seller.
   */
  abstract readPair(caller: string, self: string, partner: string): Promise<DeliveryPair | readonly RefusedMember[]>;
  /** The lines with these `catalog_id`s, of the buyer and of its head office, with the seller. */
  abstract readLines(pair: DeliveryPair, catalogIds: readonly string[]): Promise<readonly OrderMasterLine[]>;
}
