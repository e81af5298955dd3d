import { type Rounding, rounding, type TaxCalcMethod, taxCalcMethod } from '@trading-platform/domain-types';
import type { Member } from '../member/member.js';

/** How amounts are computed. */
export interface AmountRules {
  readonly method: TaxCalcMethod;
  readonly rounding: Rounding;
}

/** The rules that a member has chosen. Default: tax per slip, as an invoice needs it, rounded down. */
export function amountRulesOf(member: Pick<Member, 'taxCalcMethod' | 'belowDecPoint'>): AmountRules {
  return {
    method: (member.taxCalcMethod || taxCalcMethod.perSlip) as TaxCalcMethod,
    rounding: (member.belowDecPoint || rounding.down) as Rounding,
  };
}
