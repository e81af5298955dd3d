import { taxRateCode } from '@trading-platform/domain-types';

/** The rates of consumption tax that a line can have. */
export type TaxRate = 'standard' | 'reduced' | 'exempt';

/**
 * The percentage of each rate, including national and local tax. The standard rate is 7.8 % (Consumption Tax Act, article 29,
 * item 1) plus 22/78 of it (Local Tax Act, article 72-83). The reduced rate is 6.24 % (Consumption Tax Act, article 29, item 2)
 * plus 22/78 of it. Exempt goods are not taxable (Consumption Tax Act, article 6).
 */
export const ratePercent: Readonly<Record<TaxRate, bigint>> = { standard: 10n, reduced: 8n, exempt: 0n };

/**
 * Rule "rate": returns the rate for the `tax_rate_code` of an order-master line (Spec 2.4). Without a `tax_rate_code`, the
 * standard rate applies.
 */
export function rateOf(code: string): TaxRate {
  if (code === taxRateCode.exempt) return 'exempt';
  return code === taxRateCode.reduced ? 'reduced' : 'standard';
}
