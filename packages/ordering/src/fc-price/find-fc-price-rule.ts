import {
  byPrecedence,
  type FcPriceDates,
  type FcPriceRule,
  type FcPriceScope,
  isValidOn,
  scopeKey,
  scopesCovering,
} from './fc-price-rule.js';

/** Finds the rule that goes for an item; nothing where no valid rule covers it. */
export type FindFcPriceRule = (item: FcPriceScope, dates: FcPriceDates) => FcPriceRule | undefined;

/** Rule "which rule goes": the most specific scope with a valid rule, and of its valid rules the first (Spec 4.9). */
export function fcPriceRuleFinder(rules: readonly FcPriceRule[]): FindFcPriceRule {
  const byScope = Map.groupBy(rules.toSorted(byPrecedence), scopeKey);
  return (item, dates) => {
    for (const scope of scopesCovering(item)) {
      const rule = byScope.get(scopeKey(scope))?.find((candidate) => isValidOn(candidate, dates));
      if (rule !== undefined) return rule;
    }
    return undefined;
  };
}
