import type { BuyLine, CatalogLine, MasterRecord } from '@trading-platform/domain-types';
import { remembered } from '../delivery/remembered.js';
import type { FcPriceRule } from '../fc-price/fc-price-rule.js';
import { findOrderableLine, type OrderMasterLine } from '../master/order-master-line.js';
import type { UploadedLine } from './uploaded-order.js';

/**
 * A line about a product of the seller, from the order master of the buyer or its head office, with the data that an
 * order and its slip need.
 */
export interface OrderProduct extends OrderMasterLine {
  readonly catalog: CatalogLine;
  /** The product in the buyer's own product master, or undefined if the buyer has no such product there. */
  readonly buy: BuyLine | undefined;
  readonly header: Pick<MasterRecord, 'customer_code' | 'op_name' | 'private_op_code'>;
  /**
   * The price rules that the buyer's FC owner has for the product, in order of precedence. If the buyer has no FC owner, there
   * are no rules.
   */
  readonly fcRules: readonly FcPriceRule[];
}

/** The reason why no product was found for an order line. */
export type NoProduct =
  /** No product that can be ordered has the given code. */
  | 'not-orderable'
  /** Several products have this `private_item_code` and can be ordered. */
  | 'ambiguous';

/** Finds the product that an order line names. */
export type FindProduct = (line: UploadedLine) => OrderProduct | NoProduct;

/**
 * Rule "product": a `catalog_id` selects the same line as in the calculation of the shortest delivery date. A `private_item_code`
 * selects the only product that has this code and can be ordered. Products from the buyer's own order master have precedence over
 * products from the order master of its head office.
 */
export function productFinder(products: readonly OrderProduct[]): FindProduct {
  const byCatalogId = Map.groupBy(products, ({ catalogId }) => catalogId);
  const byOwnCode = Map.groupBy(products, ({ catalog }) => catalog.private_item_code);
  const orderable = remembered((catalogId: string) => {
    const found = findOrderableLine(byCatalogId.get(catalogId) ?? []);
    return typeof found === 'string' ? undefined : found;
  });
  return ({ catalog_id, private_item_code = '' }) => {
    if (catalog_id !== undefined) return orderable(catalog_id) ?? 'not-orderable';
    const ids = new Set((byOwnCode.get(private_item_code) ?? []).map(({ catalogId }) => catalogId));
    const found = [...ids]
      .map(orderable)
      .filter((product) => product?.catalog.private_item_code === private_item_code) as OrderProduct[];
    return onlyOf(found.filter(({ owner }) => owner === 'buyer')) ?? onlyOf(found) ?? 'not-orderable';
  };
}

function onlyOf([product, ...others]: readonly OrderProduct[]): OrderProduct | NoProduct | undefined {
  return others.length > 0 ? 'ambiguous' : product;
}
