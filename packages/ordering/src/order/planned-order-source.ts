import type { DeliverySettings } from '../delivery/delivery-calendar.js';
import type { OrderMasterLine } from '../master/order-master-line.js';

/** A buyer and a seller, with the products that their planned orders name. */
export interface PlannedPair {
  readonly buyer: string;
  readonly seller: string;
  readonly catalogIds: readonly string[];
}

/** The data for judging the planned orders of a pair. */
export interface PlannedPairData {
  readonly settings: DeliverySettings;
  /**
   * Returns the seller's order-master lines with this `catalog_id`, from the order masters of the buyer and its head
   * office.
   */
  readonly linesOf: (catalogId: string) => readonly OrderMasterLine[];
}

/** The source of the data for judging planned orders when they are sent. */
export abstract class PlannedOrderSource {
  /**
   * Reads the data of the pairs with a fixed number of queries.
   *
   * @returns an answer for each pair, in their order
   */
  abstract readPairs(pairs: readonly PlannedPair[]): Promise<readonly PlannedPairData[]>;
}
