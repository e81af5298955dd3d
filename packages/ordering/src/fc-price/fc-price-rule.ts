import {
  type FcPriceDateBasis,
  type FcPriceMethod,
  fcPriceDateBasis,
  type Rounding,
} from '@trading-platform/domain-types';

/** The scope of a rule. An empty code means all. A rule never has both a line and a category. */
export interface FcPriceScope {
  readonly fcOwnerMemberCode: string;
  readonly memberCodeStore: string;
  readonly catalogId: string;
  readonly foodCatLargeCode: string;
}

/** A rule of an FC owner for the price that its stores pay (Spec 4.9). */
export interface FcPriceRule extends FcPriceScope {
  readonly method: FcPriceMethod;
  /** `fixed`: the price, a whole number. `rate`: per cent on top of the price, −100 or more. */
  readonly value: string;
  readonly rounding: Rounding;
  /** `yyyy-MM-dd`, inclusive; `''` is open. */
  readonly validFrom: string;
  readonly validTo: string;
  /** Which date of an item decides whether the rule is valid. */
  readonly dateBasis: FcPriceDateBasis;
}

/** The dates of an item, `yyyy-MM-dd`. */
export interface FcPriceDates {
  readonly orderSendDate: string;
  readonly deliveryDate: string;
}

/** A scope as text, to find rules by it. */
export type ScopeKey = string;

export function scopeKey(scope: FcPriceScope): ScopeKey {
  const { fcOwnerMemberCode, memberCodeStore, catalogId, foodCatLargeCode } = scope;
  return JSON.stringify([fcOwnerMemberCode, memberCodeStore, catalogId, foodCatLargeCode]);
}

/**
 * Rule "most specific": the scopes that cover an item. A rule of an earlier scope wins: store and line; line; store and category;
 * category; store; default. A line without a category is in no category.
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

/** Rule "valid": both ends of the period belong to it, and an empty end is open. */
export function isValidOn(rule: FcPriceRule, dates: FcPriceDates): boolean {
  const date = rule.dateBasis === fcPriceDateBasis.order ? dates.orderSendDate : dates.deliveryDate;
  return rule.validFrom <= date && (rule.validTo === '' || date <= rule.validTo);
}

/** Rule "of equals": the newest `valid_from` wins, then a rule by order date before one by delivery date. */
export function byPrecedence(one: FcPriceRule, other: FcPriceRule): number {
  if (one.validFrom !== other.validFrom) return one.validFrom > other.validFrom ? -1 : 1;
  return Number(one.dateBasis === fcPriceDateBasis.delivery) - Number(other.dateBasis === fcPriceDateBasis.delivery);
}
