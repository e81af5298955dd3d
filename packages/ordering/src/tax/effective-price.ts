import { type CatalogLine, priceChangeBasis } from '@trading-platform/domain-types';

/** What the price of a catalog line depends on (Spec 2.4). */
export type PricedCatalogLine = Pick<
  CatalogLine,
  'prod_lot_price' | 'approval_prod_lot_price' | 'price_change_st_date' | 'price_change_st_date_code'
>;

/** The days of an order, `yyyy-MM-dd`. */
export interface OrderDays {
  readonly order: string;
  readonly delivery: string;
}

/**
 * Rule "price": the approved price, if there is one, from `price_change_st_date` on, by the order or the delivery date as
 * `price_change_st_date_code` says; else `prod_lot_price` (decision "Amounts of a slip" in docs/open-points.md).
 * Without a start day the approved price holds at once; without a code the order date decides.
 *
 * @returns a decimal; `'0'` where the line has no price
 */
export function effectivePrice(line: PricedCatalogLine, days: OrderDays): string {
  const day = line.price_change_st_date_code === priceChangeBasis.deliveryDate ? days.delivery : days.order;
  const isApproved = line.approval_prod_lot_price !== '' && line.price_change_st_date <= day;
  return (isApproved ? line.approval_prod_lot_price : line.prod_lot_price) || '0';
}
