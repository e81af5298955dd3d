import { type CatalogLine, priceChangeBasis } from '@trading-platform/domain-types';

/** The fields of an order-master line from which its price is determined (Spec 2.4). */
export type PricedCatalogLine = Pick<
  CatalogLine,
  'prod_lot_price' | 'approval_prod_lot_price' | 'price_change_st_date' | 'price_change_st_date_code'
>;

/** The order date and the delivery date of an order, in the form `yyyy-MM-dd`. */
export interface OrderDays {
  readonly order: string;
  readonly delivery: string;
}

/**
 * Rule "price": the approved price is used if there is one and it is already valid. If no approved price is valid,
 * `prod_lot_price` is used (decision "Amounts of a slip" in docs/open-points.md). The approved price is valid from
 * `price_change_st_date`, or at once if there is no such date. The field `price_change_st_date_code` says whether this date is
 * compared with the order date (the default) or the delivery date.
 *
 * @returns a decimal; `'0'` where the line has no price
 */
export function effectivePrice(line: PricedCatalogLine, days: OrderDays): string {
  const day = line.price_change_st_date_code === priceChangeBasis.deliveryDate ? days.delivery : days.order;
  const isApproved = line.approval_prod_lot_price !== '' && line.price_change_st_date <= day;
  return (isApproved ? line.approval_prod_lot_price : line.prod_lot_price) || '0';
}
