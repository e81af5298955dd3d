import type { DeliverySettings } from '../delivery/delivery-calendar.js';
import type { OrderMasterLine } from '../master/order-master-line.js';

/** A buyer and a seller, with the products of their planned orders. */
export interface PlannedPair {
  readonly buyer: string;
  readonly seller: string;
  readonly catalogIds: readonly string[];
}

/** The data by which the planned orders of a pair are judged. */
export interface PlannedPairData {
  readonly settings: DeliverySettings;
  /** The lines with a `catalog_id`, of the buyer and of its head office, with the seller. */
  readonly linesOf: (catalogId: string) => readonly OrderMasterLine[];
}

/** The source of the data by which planned orders are judged when they are sent. */
export abstract class PlannedOrderSource {
  /**
   * Reads the data of the pairs, in a fixed number of queries.
   *
   * @returns an answer for each pair, in their order
   */
  abstract readPairs(pairs: readonly PlannedPair[]): Promise<readonly PlannedPairData[]>;
}
