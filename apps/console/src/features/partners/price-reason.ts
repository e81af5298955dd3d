import { type CatalogLine, priceChangeBasis } from '@trading-platform/domain-types';
import { effectivePrice, type OrderDays } from '@trading-platform/ordering/amounts';
import type { PriceReason, ProductLine } from '../../../wire/index.js';

/** Returns the price of a line for an order, with the reason for this price. */
export function pricedLine(line: CatalogLine, days: OrderDays): Pick<ProductLine, 'price' | 'reason'> {
  const price = effectivePrice(line, days);
  return { price, reason: reasonOf(line, days) };
}

function reasonOf(line: CatalogLine, days: OrderDays): PriceReason {
  const { prod_lot_price: listed, approval_prod_lot_price: approved, price_change_st_date: from } = line;
  const basis = line.price_change_st_date_code === priceChangeBasis.deliveryDate ? 'delivery' : 'order';
  if (approved === '') return { kind: 'listed', basis };
  // The shared rule decides which of the two prices applies.
  const isApproved = effectivePrice({ ...line, prod_lot_price: 'listed' }, days) !== 'listed';
  return {
    kind: isApproved ? 'approved' : 'listed',
    basis,
    ...(from === '' ? {} : { from }),
    other: isApproved ? listed : approved,
  };
}
