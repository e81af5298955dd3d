import { flag, lotPriceTax, type TradeDetail } from '@trading-platform/domain-types';
import { type LineAmounts, type SlipLine, withTax } from './slip-amounts.js';
import { ratePercent } from './tax-rate.js';

/** Returns the tax fields of a slip's line. The tax fields are the same in all lines of a product (Spec 2.5). */
export function detailRate({ rate, taxIncluded }: Pick<SlipLine, 'rate' | 'taxIncluded'>) {
  return {
    prod_lot_with_tax: taxIncluded ? lotPriceTax.included : lotPriceTax.excluded,
    tax_free_flg: rate === 'exempt' ? flag.on : flag.off,
    reduced_tax_rate_flg: rate === 'reduced' ? flag.on : flag.off,
    tax_rate: String(ratePercent[rate]),
  } satisfies Partial<TradeDetail>;
}

/** Returns the quantity, price and amount fields of a slip's line (Spec 2.5). */
export function detailAmounts(line: LineAmounts) {
  const tax = String(line.tax);
  return {
    prod_lot_qty: line.quantity,
    tax,
    prod_lot_price: line.price,
    prod_price_tax_excluded: line.priceTaxExcluded,
    prod_lot_total: String(line.amount),
    prod_lot_total_tax_excluded: String(line.taxExcluded),
    prod_tax: tax,
    prod_lot_sum: String(withTax(line)),
  } satisfies Partial<TradeDetail>;
}

/** Returns the same fields for the FC part of a slip's line (Spec 2.5). */
export function fcDetailAmounts(line: LineAmounts) {
  return {
    fc_prod_lot_price: line.price,
    fc_prod_price_tax_excluded: line.priceTaxExcluded,
    fc_prod_lot_total: String(line.amount),
    fc_lot_total_tax_excluded: String(line.taxExcluded),
    fc_prod_lot_tax: String(line.tax),
    fc_prod_tax: String(line.tax),
    fc_prod_lot_sum: String(withTax(line)),
  } satisfies Partial<TradeDetail>;
}
