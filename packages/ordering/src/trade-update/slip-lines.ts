import { flag, taxRateCode } from '@trading-platform/domain-types';
import type { OrderedLine } from '../tax/trade-amounts.js';
import type { SlipDetail } from '../trade/stored-line.js';

/** Returns the quantity, the price and the tax codes of a stored line. An absent number counts as 0. */
export function orderedLineOf(line: SlipDetail): OrderedLine {
  return {
    quantity: line.prod_lot_qty || '0',
    price: line.prod_lot_price || '0',
    taxRateCode: rateCodeOf(line),
    lotWithTaxCode: line.prod_lot_with_tax ?? '',
  };
}

function rateCodeOf({ tax_free_flg, reduced_tax_rate_flg }: SlipDetail): string {
  if (tax_free_flg === flag.on) return taxRateCode.exempt;
  return reduced_tax_rate_flg === flag.on ? taxRateCode.reduced : taxRateCode.standard;
}

/** Returns the places of lines by their `trade_prod_id`. An id that several imported lines share names none of them. */
export function placesById(lines: readonly SlipDetail[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  const shared = new Set(['']);
  for (const [place, { trade_prod_id = '' }] of lines.entries()) {
    if (places.has(trade_prod_id)) shared.add(trade_prod_id);
    places.set(trade_prod_id, place);
  }
  for (const id of shared) places.delete(id);
  return places;
}
