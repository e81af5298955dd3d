import {
  byPrecedence,
  type FcPriceDates,
  type FcPriceRule,
  isValidOn,
  type ScopeKey,
  scopeKey,
} from './fc-price-rule.js';

/** Returns the rules that have one of the scopes of an item, in order of precedence (Spec 4.9). */
export type RulesCovering = (scopes: readonly ScopeKey[]) => FcPriceRule[];

/**
 * Rule "order": rules with a more specific scope come first. Within one scope, the newest `valid_from` comes first, and then a
 * rule by order date.
 */
export function rulesCovering(rules: readonly FcPriceRule[]): RulesCovering {
  const byScope = Map.groupBy(rules.toSorted(byPrecedence), scopeKey);
  return (scopes) => scopes.flatMap((scope) => byScope.get(scope) ?? []);
}

/** Rule "which rule wins": returns the first valid rule, or undefined if no rule is valid. */
export function ruleThatGoes(inOrder: readonly FcPriceRule[], dates: FcPriceDates): FcPriceRule | undefined {
  return inOrder.find((rule) => isValidOn(rule, dates));
}
