import {
  byPrecedence,
  type FcPriceDates,
  type FcPriceRule,
  isValidOn,
  type ScopeKey,
  scopeKey,
} from './fc-price-rule.js';

/** The rules that have one of the scopes of an item, in the order in which they win (Spec 4.9). */
export type RulesCovering = (scopes: readonly ScopeKey[]) => FcPriceRule[];

/** Rule "order": the more specific scope first; in one scope the newest `valid_from`, then by order date. */
export function rulesCovering(rules: readonly FcPriceRule[]): RulesCovering {
  const byScope = Map.groupBy(rules.toSorted(byPrecedence), scopeKey);
  return (scopes) => scopes.flatMap((scope) => byScope.get(scope) ?? []);
}

/** Rule "which rule wins": the first valid one; undefined if none is valid. */
export function ruleThatGoes(inOrder: readonly FcPriceRule[], dates: FcPriceDates): FcPriceRule | undefined {
  return inOrder.find((rule) => isValidOn(rule, dates));
}
