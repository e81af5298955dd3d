import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { anItem, aRule, pricesOf } from '../../test/fc-price-builders.js';
import type { FcPriceRule } from './fc-price-rule.js';

interface Question {
  readonly store: string;
  readonly catalogId: string;
  readonly category: string;
  readonly price: string;
  readonly ordered: string;
  readonly delivered: string;
}

/**
 * A second, slow implementation of the rules of Spec 4.9. For each item every rule gets a score, and prices are whole numbers in
 * units of 10⁻⁸.
 */
function slowPrice(question: Question, rules: readonly FcPriceRule[]): number {
  const scaled = scale(question.price, 4);
  const candidates = rules.filter((rule) => covers(rule, question) && isValid(rule, question));
  let best: FcPriceRule | undefined;
  for (const rule of candidates) if (best === undefined || isBetter(rule, best)) best = rule;
  if (best === undefined) return Number(scaled / 10_000n);
  if (best.method === 'fixed') return Number(best.value);
  const exact = scaled * (1_000_000n + scale(best.value, 4));
  const unit = 10_000n * 1_000_000n;
  const down = exact / unit;
  const rest = exact % unit;
  if (best.rounding === '1') return Number(rest > 0n ? down + 1n : down);
  if (best.rounding === '2') return Number(rest * 2n >= unit ? down + 1n : down);
  return Number(down);
}

function scale(text: string, decimals: number): bigint {
  const [whole = '0', part = ''] = text.replace('-', '').split('.');
  const digits = BigInt(whole + part.padEnd(decimals, '0'));
  return text.startsWith('-') ? -digits : digits;
}

function covers(rule: FcPriceRule, { store, catalogId, category }: Question): boolean {
  if (rule.fcOwnerMemberCode !== 'O1') return false;
  if (rule.memberCodeStore !== '' && rule.memberCodeStore !== store) return false;
  if (rule.catalogId !== '' && rule.catalogId !== catalogId) return false;
  return rule.foodCatLargeCode === '' || rule.foodCatLargeCode === category;
}

function isValid(rule: FcPriceRule, { ordered, delivered }: Question): boolean {
  const date = rule.dateBasis === 'order' ? ordered : delivered;
  if (rule.validFrom !== '' && date < rule.validFrom) return false;
  return rule.validTo === '' || date <= rule.validTo;
}

function points(rule: FcPriceRule): number {
  const { catalogId, foodCatLargeCode, memberCodeStore } = rule;
  return (catalogId === '' ? 0 : 4) + (foodCatLargeCode === '' ? 0 : 2) + (memberCodeStore === '' ? 0 : 1);
}

function isBetter(rule: FcPriceRule, other: FcPriceRule): boolean {
  if (points(rule) !== points(other)) return points(rule) > points(other);
  if (rule.validFrom !== other.validFrom) return rule.validFrom > other.validFrom;
  return rule.dateBasis === 'order' && other.dateBasis === 'delivery';
}

const date = fc.integer({ min: 1, max: 9 }).map((day) => `2026-06-0${day}`);
const openDate = fc.oneof(fc.constant(''), date);
const decimals = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 4 }).map((digits) => digits.join(''));
const withDecimals = (whole: fc.Arbitrary<number>) =>
  fc.tuple(whole, decimals).map(([before, after]) => (after === '' ? String(before) : `${before}.${after}`));
const price = withDecimals(fc.oneof(fc.integer({ min: 0, max: 999_999_999_999 }), fc.integer({ min: 0, max: 500 })));
const percent = fc.oneof(
  withDecimals(fc.integer({ min: 0, max: 300 })),
  withDecimals(fc.integer({ min: 0, max: 99 })).map((value) => `-${value}`),
  fc.constant('-100'),
);

const rule: fc.Arbitrary<FcPriceRule> = fc
  .record({
    fcOwnerMemberCode: fc.constantFrom('O1', 'O1', 'O1', 'O2'),
    memberCodeStore: fc.constantFrom('', 'S1', 'S2'),
    subject: fc.constantFrom(
      {},
      { catalogId: 'C1' },
      { catalogId: 'C2' },
      { foodCatLargeCode: '10' },
      { foodCatLargeCode: '20' },
    ),
    method: fc.constantFrom('fixed' as const, 'rate' as const),
    amount: fc.integer({ min: 0, max: 1000 }).map(String),
    percent,
    rounding: fc.constantFrom('0' as const, '1' as const, '2' as const),
    validFrom: openDate,
    validTo: openDate,
    dateBasis: fc.constantFrom('order' as const, 'delivery' as const),
  })
  .map(({ subject, amount, percent: rate, ...rest }) =>
    aRule({ ...rest, ...subject, value: rest.method === 'fixed' ? amount : rate }),
  );

const keyOf = ({ method: _m, value: _v, rounding: _r, validTo: _t, ...key }: FcPriceRule) => JSON.stringify(key);
const rules = fc.uniqueArray(rule, { selector: keyOf, maxLength: 25 });
const question: fc.Arbitrary<Question> = fc.record({
  store: fc.constantFrom('S1', 'S2'),
  catalogId: fc.constantFrom('C1', 'C2'),
  category: fc.constantFrom('', '10', '20'),
  price,
  ordered: date,
  delivered: date,
});

describe('FC price', () => {
  it('is what scoring every rule and counting in whole numbers finds', async () => {
    const property = fc.asyncProperty(question, rules, async (asked, given) => {
      const lines = [{ memberCode: asked.store, catalogId: asked.catalogId, foodCatLargeCode: asked.category }];
      const item = anItem({
        member_code_store: asked.store,
        catalog_id: asked.catalogId,
        price: asked.price,
        order_send_date: asked.ordered,
        delivery_date: asked.delivered,
      });
      const [answer] = await pricesOf({ rules: given, lines }, [item]);
      expect(answer?.fc_price).toBe(slowPrice(asked, given));
    });
    await expect(fc.assert(property, { numRuns: 2000 })).resolves.toBeUndefined();
  });
});
