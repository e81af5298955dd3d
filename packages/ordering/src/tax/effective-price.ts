import { type CatalogLine, priceChangeBasis } from '@trading-platform/domain-types';

/** The fields of a catalog line that its price depends on (Spec 2.4). */
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
 * Rule "price": the approved price, if there is one and its time has come, otherwise `prod_lot_price` (decision "Amounts of a slip"
 * in docs/open-points.md). Its time comes on `price_change_st_date`, or at once without such a day. `price_change_st_date_code` says
 * whether the order date or the delivery date counts; without it the order date counts.
 *
 * @returns a decimal; `'0'` where the line has no price
 */
export function effectivePrice(line: PricedCatalogLine, days: OrderDays): string {
  const day = line.price_change_st_date_code === priceChangeBasis.deliveryDate ? days.delivery : days.order;
  const isApproved = line.approval_prod_lot_price !== '' && line.price_change_st_date <= day;
  return (isApproved ? line.approval_prod_lot_price : line.prod_lot_price) || '0';
}
