/** A buyer and a seller, by their member codes. */
export interface ProductPair {
  readonly buyer: string;
  readonly seller: string;
}

/** Finds single products of a buyer from a seller. */
export abstract class ProductDirectory {
  /**
   * Returns the JSON of the buyer's own master record, without its opening brace. The product is named by the `catalog_id` of one
   * of its lines or, if no line has this id, by its `item_id`. Reads at most two records by their keys.
   */
  abstract find(pair: ProductPair, product: string): Promise<Uint8Array | undefined>;
}
