import type { DeliverySettings } from '../delivery/delivery-calendar.js';
import type { OrderMasterLine } from '../master/order-master-line.js';

/** A buyer and a seller, with the products of their planned orders. */
export interface PlannedPair {
  readonly buyer: string;
  readonly seller: string;
  readonly catalogIds: readonly string[];
}

/** What the planned orders of a pair are judged by. */
export interface PlannedPairData {
  readonly settings: DeliverySettings;
  /** The lines with a `catalog_id`, of the buyer and of its head office, with the seller. */
  readonly linesOf: (catalogId: string) => readonly OrderMasterLine[];
}

/** Where the data come from that planned orders are judged by when they are sent. */
export abstract class PlannedOrderSource {
  /**
   * Reads what is known of the pairs, in a number of queries that does not grow with them.
   *
   * @returns one answer a pair, in their order
   */
  abstract readPairs(pairs: readonly PlannedPair[]): Promise<readonly PlannedPairData[]>;
}
