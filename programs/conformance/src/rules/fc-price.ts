/** A rule of an FC owner, as the import file contains it. */
export interface FcPriceRule {
  readonly member_code_store?: string;
  readonly catalog_id?: string;
  readonly food_cat_large_code?: string;
  readonly method: 'fixed' | 'rate';
  readonly value: string;
  readonly rounding?: string;
  readonly valid_from?: string;
  readonly valid_to?: string;
  readonly date_basis?: string;
}

/** A request for the FC price of a product, with the category of the product. */
export interface FcPriceQuestion {
  readonly store: string;
  readonly catalogId: string;
  readonly category: string;
  readonly price: string;
  readonly orderSendDate: string;
  readonly deliveryDate: string;
}

/**
 * Calculates the FC price in the words of the contract (open-points: fc-price-rules). The calculation uses integers in
 * units of a hundred-millionth, so that no binary rounding occurs.
 */
export function fcPriceOf(question: FcPriceQuestion, rules: readonly FcPriceRule[]): bigint {
  const [rule] = rules.filter((each) => covers(each, question)).toSorted(byPrecedence);
  if (rule === undefined) return roundedDown(question.price);
  if (rule.method === 'fixed') return BigInt(rule.value);
  return rounded(scaled(question.price) * (100n * scale + scaled(rule.value)), 100n * scale * scale, rule.rounding);
}

/** The price in the request, rounded down to whole yen. */
export function roundedDown(price: string): bigint {
  return scaled(price) / scale;
}

const decimals = 4;
const scale = 10_000n;

function scaled(decimal: string): bigint {
  const [, sign = '', whole = '0', rest = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal) ?? [];
  return BigInt(`${sign}${whole}${rest.padEnd(decimals, '0')}`);
}

function rounded(value: bigint, unit: bigint, rounding = '0'): bigint {
  const down = value / unit;
  const rest = value % unit;
  if (rounding === '1') return rest > 0n ? down + 1n : down;
  if (rounding === '2') return rest * 2n >= unit ? down + 1n : down;
  return down;
}

function covers(
  rule: FcPriceRule,
  { store, catalogId, category, orderSendDate, deliveryDate }: FcPriceQuestion,
): boolean {
  const day = rule.date_basis === 'delivery' ? deliveryDate : orderSendDate;
  return (
    isAllOr(rule.member_code_store, store) &&
    isAllOr(rule.catalog_id, catalogId) &&
    isAllOr(rule.food_cat_large_code, category) &&
    (rule.valid_from ?? '') <= day &&
    day <= (rule.valid_to || '9999-99-99')
  );
}

function isAllOr(value: string | undefined, wanted: string): boolean {
  return value === undefined || value === '' || value === wanted;
}

/**
 * The order in which rules are preferred: store and product, product, store and category, category, store, general.
 * Among rules of the same rank, the rule that began last comes first. Among rules that also began on the same day,
 * rules by order date come before rules by delivery date.
 */
function byPrecedence(one: FcPriceRule, other: FcPriceRule): number {
  const [from = '', otherFrom = ''] = [one.valid_from, other.valid_from];
  const byStart = from === otherFrom ? 0 : from > otherFrom ? -1 : 1;
  return rankOf(one) - rankOf(other) || byStart || basisOf(one) - basisOf(other);
}

function rankOf(rule: FcPriceRule): number {
  const hasStore = Boolean(rule.member_code_store);
  if (rule.catalog_id) return hasStore ? 0 : 1;
  if (rule.food_cat_large_code) return hasStore ? 2 : 3;
  return hasStore ? 4 : 5;
}

function basisOf({ date_basis }: FcPriceRule): number {
  return date_basis === 'delivery' ? 1 : 0;
}
