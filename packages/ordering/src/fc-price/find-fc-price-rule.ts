import {
  byPrecedence,
  type FcPriceDates,
  type FcPriceRule,
  isValidOn,
  type ScopeKey,
  scopeKey,
} from './fc-price-rule.js';

/** Finds the rule that goes for an item, by the scopes that cover it; nothing where none of their rules is valid. */
export type FindFcPriceRule = (scopes: readonly ScopeKey[], dates: FcPriceDates) => FcPriceRule | undefined;

/** Rule "which rule goes": the most specific scope with a valid rule, and of its valid rules the first (Spec 4.9). */
export function fcPriceRuleFinder(rules: readonly FcPriceRule[]): FindFcPriceRule {
  const byScope = Map.groupBy(rules.toSorted(byPrecedence), scopeKey);
  return (scopes, dates) => {
    for (const scope of scopes) {
      const rule = byScope.get(scope)?.find((candidate) => isValidOn(candidate, dates));
      if (rule !== undefined) return rule;
    }
    return undefined;
  };
}
