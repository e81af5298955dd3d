import { taxRateCode } from '@trading-platform/domain-types';

/** The rates of consumption tax that a line can have. */
export type TaxRate = 'standard' | 'reduced' | 'exempt';

/**
 * Per cent, national and local tax together. Standard: 7.8 % (Consumption Tax Act, article 29, item 1) and 22/78 of it
 * (Local Tax Act, article 72-83). Reduced: 6.24 % (article 29, item 2) and 22/78 of it. Exempt: not taxable (article 6).
 */
export const ratePercent: Readonly<Record<TaxRate, bigint>> = { standard: 10n, reduced: 8n, exempt: 0n };

/** Rule "rate": the rate of the catalog line's `tax_rate_code` (Spec 2.4). Without a code it is the standard rate. */
export function rateOf(code: string): TaxRate {
  if (code === taxRateCode.exempt) return 'exempt';
  return code === taxRateCode.reduced ? 'reduced' : 'standard';
}
