import { type Rounding, rounding, type TaxCalcMethod, taxCalcMethod } from '@trading-platform/domain-types';
import type { Member } from '../member/member.js';

/** The rules by which amounts are calculated. */
export interface AmountRules {
  readonly method: TaxCalcMethod;
  readonly rounding: Rounding;
}

/**
 * Returns the rules that a member has chosen. By default, the tax is calculated once for each slip, as invoices require, and
 * rounded down.
 */
export function amountRulesOf(member: Pick<Member, 'taxCalcMethod' | 'belowDecPoint'>): AmountRules {
  return {
    method: (member.taxCalcMethod || taxCalcMethod.perSlip) as TaxCalcMethod,
    rounding: (member.belowDecPoint || rounding.down) as Rounding,
  };
}
