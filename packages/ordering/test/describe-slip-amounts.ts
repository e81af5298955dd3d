import { deepStrictEqual } from 'node:assert/strict';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { AmountRules } from '../src/tax/amount-rules.js';
import { type SlipAmounts, type SlipLine, slipAmounts } from '../src/tax/slip-amounts.js';
import { SlowSlip } from './slow-slip.js';

function textOf(amounts: SlipAmounts): unknown {
  return JSON.parse(
    JSON.stringify(amounts, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
  );
}

const fraction = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 4 }).map((digits) => digits.join(''));
const decimal = (whole: fc.Arbitrary<number>) =>
  fc.tuple(whole, fraction).map(([before, after]) => (after === '' ? String(before) : `${before}.${after}`));
const greatest = fc.integer({ min: 0, max: 999_999_999_999 });
const size = decimal(fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 0, max: 30 }) }, greatest));
const line: fc.Arbitrary<SlipLine> = fc.record({
  quantity: fc.tuple(fc.constantFrom('', '', '', '-'), size).map(([sign, text]) => sign + text),
  price: decimal(fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 0, max: 3_000 }) }, greatest)),
  rate: fc.constantFrom('standard', 'reduced', 'reduced', 'exempt'),
  taxIncluded: fc.boolean(),
});
/** In many generated slips, either all prices contain the tax or none does, because such slips have a special rule. */
const lines = fc
  .tuple(fc.array(line, { maxLength: 8 }), fc.constantFrom(undefined, true, false))
  .map(([all, taxIncluded]) => (taxIncluded === undefined ? all : all.map((one) => ({ ...one, taxIncluded }))));
const rules: fc.Arbitrary<AmountRules> = fc.record({
  method: fc.constantFrom('0', '1', '2'),
  rounding: fc.constantFrom('0', '1', '2'),
});

function opposite(quantity: string): string {
  return quantity.startsWith('-') ? quantity.slice(1) : `-${quantity}`;
}

const total = (numbers: readonly bigint[]) => numbers.reduce((all, number) => all + number, 0n);

const shuffled = lines.chain((given) => {
  const all = { minLength: given.length, maxLength: given.length };
  return fc.tuple(fc.constant(given), fc.shuffledSubarray([...given.entries()], all));
});

/**
 * Compares the amounts of random slips with a simple calculation, and with the amounts of other slips that must be
 * related, such as the reversing slip.
 */
export function describeSlipAmounts(slips: number): void {
  describe(`the amounts of slips, ${slips} of each kind`, () => {
    it('are those of a plain calculation with decimals', () => {
      const property = fc.property(lines, rules, (given, chosen) => {
        // `expect` is not used, because it would take more time than the calculation.
        deepStrictEqual(textOf(slipAmounts(given, chosen)), new SlowSlip(given, chosen).amounts());
      });
      expect(() => fc.assert(property, { numRuns: 10 * slips })).not.toThrow();
    });

    it('add up: lines to their rate, rates to the slip', () => {
      const property = fc.property(lines, rules, (given, chosen) => {
        const amounts = slipAmounts(given, chosen);
        for (const [rate, ofRate] of Object.entries(amounts.rates)) {
          const own = amounts.lines.filter((one) => one.rate === rate);
          expect(ofRate).toEqual({
            taxExcluded: total(own.map(({ taxExcluded }) => taxExcluded)),
            tax: total(own.map(({ tax }) => tax)),
          });
        }
        const { standard, reduced, exempt } = amounts.rates;
        expect(amounts.overall).toEqual({
          taxExcluded: standard.taxExcluded + reduced.taxExcluded + exempt.taxExcluded,
          tax: standard.tax + reduced.tax,
        });
      });
      expect(() => fc.assert(property, { numRuns: slips })).not.toThrow();
    });

    it('lose no yen: the sum is the amounts with tax, and the sum less its tax is the amounts without tax', () => {
      const property = fc.property(lines, rules, fc.boolean(), (given, chosen, taxIncluded) => {
        const amounts = slipAmounts(
          given.map((one) => ({ ...one, taxIncluded })),
          chosen,
        );
        const asked = total(amounts.lines.map(({ amount }) => amount));
        const { taxExcluded, tax } = amounts.overall;
        expect(taxIncluded ? taxExcluded + tax : taxExcluded).toBe(asked);
        for (const one of amounts.lines) {
          expect(taxIncluded ? one.taxExcluded + one.tax : one.taxExcluded).toBe(one.amount);
        }
      });
      expect(() => fc.assert(property, { numRuns: slips })).not.toThrow();
    });

    it('add up to 0 with the amounts of the reversing slip', () => {
      const property = fc.property(lines, rules, (given, chosen) => {
        const amounts = slipAmounts(given, chosen);
        const reversed = slipAmounts(
          given.map((one) => ({ ...one, quantity: opposite(one.quantity) })),
          chosen,
        );
        for (const [index, one] of amounts.lines.entries()) {
          const back = reversed.lines[index];
          expect([back?.amount, back?.taxExcluded, back?.tax]).toEqual([-one.amount, -one.taxExcluded, -one.tax]);
        }
        for (const rate of ['standard', 'reduced', 'exempt'] as const) {
          expect(reversed.rates[rate]).toEqual(negative(amounts.rates[rate]));
        }
        expect(reversed.overall).toEqual(negative(amounts.overall));
      });
      expect(() => fc.assert(property, { numRuns: slips })).not.toThrow();
    });

    it('have the same sums in every order of the lines', () => {
      const property = fc.property(shuffled, rules, ([given, order], chosen) => {
        const amounts = slipAmounts(given, chosen);
        const other = slipAmounts(
          order.map(([, one]) => one),
          chosen,
        );
        expect([other.rates, other.overall]).toEqual([amounts.rates, amounts.overall]);
      });
      expect(() => fc.assert(property, { numRuns: slips })).not.toThrow();
    });

    it('of each line are the same at any place, if tax is calculated per line', () => {
      const property = fc.property(shuffled, rules, ([given, order], { rounding }) => {
        const amounts = slipAmounts(given, { method: '0', rounding });
        const other = slipAmounts(
          order.map(([, one]) => one),
          { method: '0', rounding },
        );
        expect(other.lines).toEqual(order.map(([index]) => amounts.lines[index]));
      });
      expect(() => fc.assert(property, { numRuns: slips })).not.toThrow();
    });

    it('are the same per bill as per slip', () => {
      const property = fc.property(lines, rules, (given, { rounding }) => {
        expect(slipAmounts(given, { method: '2', rounding })).toEqual(slipAmounts(given, { method: '1', rounding }));
      });
      expect(() => fc.assert(property, { numRuns: slips / 5 })).not.toThrow();
    });
  });
}

function negative({ taxExcluded, tax }: { readonly taxExcluded: bigint; readonly tax: bigint }) {
  return { taxExcluded: -taxExcluded, tax: -tax };
}
