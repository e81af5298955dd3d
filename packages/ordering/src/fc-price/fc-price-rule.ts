import {
  type FcPriceDateBasis,
  type FcPriceMethod,
  fcPriceDateBasis,
  type Rounding,
} from '@trading-platform/domain-types';

/**
 * The stores and products to which a rule applies. An empty code in a scope does not restrict the rule. A rule never has both a
 * line and a category.
 */
export interface FcPriceScope {
  readonly fcOwnerMemberCode: string;
  readonly memberCodeStore: string;
  readonly catalogId: string;
  readonly foodCatLargeCode: string;
}

/** A rule by which an FC owner sets the prices that its stores pay (Spec 4.9). */
export interface FcPriceRule extends FcPriceScope {
  readonly method: FcPriceMethod;
  /**
   * The fixed price as a whole number, if the method of the rule is `fixed`. The percentage that is added to the price, at least
   * −100, if the method of the rule is `rate`.
   */
  readonly value: string;
  readonly rounding: Rounding;
  /**
   * A day in the form `yyyy-MM-dd`, which is part of the period. The text `''` means that the period has no limit at this end.
   */
  readonly validFrom: string;
  readonly validTo: string;
  /** Whether the order date or the delivery date of an item must be in the period of the rule. */
  readonly dateBasis: FcPriceDateBasis;
}

/** The order date and the delivery date of an item, in the form `yyyy-MM-dd`. */
export interface FcPriceDates {
  readonly orderSendDate: string;
  readonly deliveryDate: string;
}

/** A scope as text. Rules are found by this text. */
export type ScopeKey = string;

export function scopeKey(scope: FcPriceScope): ScopeKey {
  const { fcOwnerMemberCode, memberCodeStore, catalogId, foodCatLargeCode } = scope;
  return JSON.stringify([fcOwnerMemberCode, memberCodeStore, catalogId, foodCatLargeCode]);
}

/**
 * Rule "most specific": lists the scopes that contain an item. If several rules apply, the rule whose scope comes first in this
 * list wins. The scopes are listed in this order: store and line; line; store and category; category; store; no restriction. A
 * line without a category belongs to no category.
 *
 * @param item its own scope, with all four codes
 */
export function scopesCovering(item: FcPriceScope): ScopeKey[] {
  const all = { ...item, memberCodeStore: '', catalogId: '', foodCatLargeCode: '' };
  const { memberCodeStore, catalogId, foodCatLargeCode } = item;
  const categories =
    foodCatLargeCode === ''
      ? []
      : [
          { ...all, memberCodeStore, foodCatLargeCode },
          { ...all, foodCatLargeCode },
        ];
  const lines = [
    { ...all, memberCodeStore, catalogId },
    { ...all, catalogId },
  ];
  return [...lines, ...categories, { ...all, memberCodeStore }, all].map(scopeKey);
}

/** Rule "valid": the period includes its first and last day, and an empty end sets no limit. */
export function isValidOn(rule: FcPriceRule, dates: FcPriceDates): boolean {
  const date = rule.dateBasis === fcPriceDateBasis.order ? dates.orderSendDate : dates.deliveryDate;
  return rule.validFrom <= date && (rule.validTo === '' || date <= rule.validTo);
}

/**
 * Rule "of equals": among rules with the same scope, the rule with the newest `valid_from` wins. If two rules have the same
 * `valid_from`, the rule by order date wins over the rule by delivery date.
 */
export function byPrecedence(one: FcPriceRule, other: FcPriceRule): number {
  if (one.validFrom !== other.validFrom) return one.validFrom > other.validFrom ? -1 : 1;
  return Number(one.dateBasis === fcPriceDateBasis.delivery) - Number(other.dateBasis === fcPriceDateBasis.delivery);
}
