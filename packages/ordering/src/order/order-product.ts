import type { BuyLine, CatalogLine, MasterRecord } from '@trading-platform/domain-types';
import { remembered } from '../delivery/remembered.js';
import type { FcPriceRule } from '../fc-price/fc-price-rule.js';
import { findOrderableLine, type OrderMasterLine } from '../master/order-master-line.js';
import type { UploadedLine } from './uploaded-order.js';

/** A catalog line of the buyer or its head office with the seller: the data that an order and its slip need. */
export interface OrderProduct extends OrderMasterLine {
  readonly catalog: CatalogLine;
  /** The product in the buyer's own product master; undefined if it has none. */
  readonly buy: BuyLine | undefined;
  readonly header: Pick<MasterRecord, 'customer_code' | 'op_name' | 'private_op_code'>;
  /** The rules of the buyer's FC owner for the product, in order of precedence; empty without FC owner. */
  readonly fcRules: readonly FcPriceRule[];
}

/** Why an order line has no product. */
export type NoProduct =
  /** No orderable product has the name. */
  | 'not-orderable'
  /** Several orderable products have the `private_item_code`. */
  | 'ambiguous';

/** The product that an order line names. */
export type FindProduct = (line: UploadedLine) => OrderProduct | NoProduct;

/**
 * Rule "product": by `catalog_id` the line as the shortest delivery date finds it; by `private_item_code` the one product
 * that has it and can be ordered. Products of the buyer's own order master go before those of its head office.
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
