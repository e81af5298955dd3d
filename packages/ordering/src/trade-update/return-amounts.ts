import { lotPriceTax, type TradeImport } from '@trading-platform/domain-types';
import { toParts } from '../decimal/exact-decimal.js';
import { amountRulesOf } from '../tax/amount-rules.js';
import type { InvoicingMember } from '../tax/header-amounts.js';
import { type ReturnableLine, returnedAmounts } from '../tax/returned-amounts.js';
import { type SlipAmounts, sumOf } from '../tax/slip-amounts.js';
import type { TaxedAmount } from '../tax/tax-of-lines.js';
import { rateOf, type TaxRate } from '../tax/tax-rate.js';
import type { SlipDetail } from '../trade/stored-line.js';
import { orderedLineOf } from './slip-lines.js';
import { fcOwnerOf, hasFcPart, sellerOf } from './slip-parties.js';

/** The quantities of a line of the received slip. */
export interface LineQuantities {
  readonly kept: string;
  readonly returned: string;
}

/** The amounts of a return: the seller's amounts, and the amounts of the FC part if there is one. */
export interface PartsOfReturn {
  readonly seller: SlipAmounts;
  readonly fc: SlipAmounts | undefined;
}

/** Rule "stored rules": a return is calculated with the prices, rates and rounding of the received slip. */
export function partsOfReturn(view: TradeImport, quantities: readonly LineQuantities[]): PartsOfReturn {
  const lines = view.detail_list ?? [];
  const returnable = (priceOf: (line: SlipDetail) => string) =>
    lines.map((line, place): ReturnableLine => {
      const { taxRateCode, lotWithTaxCode } = orderedLineOf(line);
      const taxing = { rate: rateOf(taxRateCode), taxIncluded: lotWithTaxCode === lotPriceTax.included };
      return { ...quantities[place]!, ...taxing, price: priceOf(line) };
    });
  const hasShipping = toParts(view.trade_shipping ?? '') !== 0n;
  const amountsOf = (prefix: '' | 'fc_', member: InvoicingMember, priced: readonly ReturnableLine[]) => {
    const rules = amountRulesOf(member);
    const amounts = returnedAmounts({ lines: priced, hasShipping, rules });
    return withRemainder(amounts, { view, prefix, lines: priced, hasShipping, rules });
  };
  return {
    seller: amountsOf(
      '',
      sellerOf(view),
      returnable((line) => line.prod_lot_price || '0'),
    ),
    fc: hasFcPart(view)
      ? amountsOf(
          'fc_',
          fcOwnerOf(view),
          returnable((line) => line.fc_prod_lot_price || '0'),
        )
      : undefined,
  };
}

interface OriginalPart {
  readonly view: TradeImport;
  readonly prefix: '' | 'fc_';
  readonly lines: readonly ReturnableLine[];
  readonly hasShipping: boolean;
  readonly rules: Parameters<typeof returnedAmounts>[0]['rules'];
}

/**
 * Rule "remainder": the amounts of an imported slip may differ from the amounts that result from its prices and rates.
 * The return after which nothing is left includes the difference, so that all returns together give exactly the amounts
 * of the slip.
 */
function withRemainder(amounts: SlipAmounts, original: OriginalPart): SlipAmounts {
  const { view, prefix, lines, hasShipping, rules } = original;
  const isLast = lines.every(({ kept, returned }) => toParts(kept) === toParts(returned));
  const stored = isLast ? goodsOf(view, prefix) : undefined;
  if (stored === undefined) return amounts;
  const whole = (view.detail_list ?? []).map((line, place) => {
    const quantity = line.prod_lot_qty || '0';
    return { ...lines[place]!, kept: quantity, returned: quantity };
  });
  const calculated = returnedAmounts({ lines: whole, hasShipping, rules }).rates;
  const correct = (rate: TaxRate): TaxedAmount => ({
    taxExcluded: amounts.rates[rate].taxExcluded - stored[rate].taxExcluded - calculated[rate].taxExcluded,
    tax: amounts.rates[rate].tax - stored[rate].tax - calculated[rate].tax,
  });
  const rates = { standard: correct('standard'), reduced: correct('reduced'), exempt: correct('exempt') };
  return { lines: amounts.lines, rates, overall: sumOf(Object.values(rates)) };
}

/** Returns the stored amounts of the goods of a slip, or undefined if they are missing or not in whole yen. */
function goodsOf(view: TradeImport, prefix: '' | 'fc_'): Readonly<Record<TaxRate, TaxedAmount>> | undefined {
  const names = [
    'prod_total_tax_excluded_total',
    'prod_tax_total',
    'trade_subtotal_reduced',
    'trade_tax_reduced',
    'trade_tax_free_total',
  ] as const;
  const values = names.map((name) => view[`${prefix}${name}`] ?? '');
  if (!values.every((value) => /^-?\d+$/.test(value))) return undefined;
  const [overall, overallTax, reduced, reducedTax, exempt] = values.map(BigInt) as [
    bigint,
    bigint,
    bigint,
    bigint,
    bigint,
  ];
  return {
    standard: { taxExcluded: overall - reduced - exempt, tax: overallTax - reducedTax },
    reduced: { taxExcluded: reduced, tax: reducedTax },
    exempt: { taxExcluded: exempt, tax: 0n },
  };
}
