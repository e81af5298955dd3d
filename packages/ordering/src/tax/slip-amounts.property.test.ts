import { describe, expect, it } from '@jest/globals';
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import type { AmountRules } from './amount-rules.js';
import { type SlipAmounts, type SlipLine, slipAmounts } from './slip-amounts.js';
import type { TaxRate } from './tax-rate.js';

const Exact = Decimal.clone({ precision: 50 });
const percents = { standard: 10, reduced: 8, exempt: 0 };
const modes = { '0': Decimal.ROUND_DOWN, '1': Decimal.ROUND_UP, '2': Decimal.ROUND_HALF_UP };

interface Taxed {
  readonly taxExcluded: Decimal;
  readonly tax: Decimal;
}

/** The rules once more, plainly: whatever lines are asked for is computed from the beginning. */
class SlowSlip {
  constructor(
    readonly lines: readonly SlipLine[],
    readonly rules: AmountRules,
  ) {}

  amounts() {
    return {
      lines: this.lines.map((line, index) => ({
        ...line,
        amount: plainText(this.amount(line)),
        ...asText(this.lineTaxes(line, index)),
        priceTaxExcluded: this.price(line),
      })),
      rates: {
        standard: asText(this.rateTaxes(this.ofRate('standard'))),
        reduced: asText(this.rateTaxes(this.ofRate('reduced'))),
        exempt: asText(this.rateTaxes(this.ofRate('exempt'))),
      },
      overall: asText(
        this.add((['standard', 'reduced', 'exempt'] as const).map((rate) => this.rateTaxes(this.ofRate(rate)))),
      ),
    };
  }

  round(exact: Decimal, decimals = 0): Decimal {
    return exact.toDecimalPlaces(decimals, modes[this.rules.rounding]);
  }

  amount({ quantity, price }: SlipLine): Decimal {
    return this.round(new Exact(quantity).times(price));
  }

  price({ price, rate, taxIncluded }: SlipLine): string {
    if (!taxIncluded) return price;
    const percent = percents[rate];
    return new Exact(price).minus(this.round(new Exact(price).times(percent).div(100 + percent), 4)).toFixed();
  }

  ofRate(rate: TaxRate): SlipLine[] {
    return this.lines.filter((line) => line.rate === rate);
  }

  /** Method 0: the line's own. Else: what its rate comes to with it, less what it comes to without it. */
  lineTaxes(line: SlipLine, index: number): Taxed {
    if (this.rules.method === '0') return this.single(line);
    const all = this.ofRate(line.rate);
    const before = this.lines.slice(0, index).filter(({ rate }) => rate === line.rate);
    const upToHere = this.together([...before, line], all);
    const upToBefore = this.together(before, all);
    return {
      taxExcluded: upToHere.taxExcluded.minus(upToBefore.taxExcluded),
      tax: upToHere.tax.minus(upToBefore.tax),
    };
  }

  rateTaxes(all: readonly SlipLine[]): Taxed {
    return this.rules.method === '0' ? this.add(all.map((line) => this.single(line))) : this.together(all, all);
  }

  single(line: SlipLine): Taxed {
    return line.taxIncluded ? this.within(this.amount(line), line.rate) : this.on(this.amount(line), line.rate);
  }

  together(some: readonly SlipLine[], all: readonly SlipLine[]): Taxed {
    const [first] = some;
    if (first === undefined) return { taxExcluded: new Exact(0), tax: new Exact(0) };
    const isMixedOrExclusive = all.some(({ taxIncluded }) => !taxIncluded);
    if (isMixedOrExclusive) return this.on(this.add(some.map((line) => this.single(line))).taxExcluded, first.rate);
    return this.within(sum(some.map((line) => this.amount(line))), first.rate);
  }

  on(taxExcluded: Decimal, rate: TaxRate): Taxed {
    return { taxExcluded, tax: this.round(taxExcluded.times(percents[rate]).div(100)) };
  }

  within(amount: Decimal, rate: TaxRate): Taxed {
    const tax = this.round(amount.times(percents[rate]).div(100 + percents[rate]));
    return { taxExcluded: amount.minus(tax), tax };
  }

  add(parts: readonly Taxed[]): Taxed {
    return { taxExcluded: sum(parts.map((part) => part.taxExcluded)), tax: sum(parts.map(({ tax }) => tax)) };
  }
}

function sum(numbers: readonly Decimal[]): Decimal {
  return numbers.reduce((total, number) => total.plus(number), new Exact(0));
}

function asText({ taxExcluded, tax }: Taxed) {
  return { taxExcluded: plainText(taxExcluded), tax: plainText(tax) };
}

/** Plus 0, so that there is no negative zero. */
function plainText(number: Decimal): string {
  return number.plus(0).toFixed();
}

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
/** Often all lines have one kind of price, which is a rule of its own. */
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

describe('the amounts of a slip', () => {
  it('are those of a plain calculation with decimals', () => {
    const property = fc.property(lines, rules, (given, chosen) => {
      expect(textOf(slipAmounts(given, chosen))).toEqual(new SlowSlip(given, chosen).amounts());
    });
    expect(() => fc.assert(property, { numRuns: 10_000 })).not.toThrow();
  }, 120_000);

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
    expect(() => fc.assert(property, { numRuns: 1_000 })).not.toThrow();
  });

  it('lose no yen: what is asked for is the amounts with tax, and without it what is asked for less the tax', () => {
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
    expect(() => fc.assert(property, { numRuns: 1_000 })).not.toThrow();
  });

  it('come to nothing together with those of the reversing slip', () => {
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
    expect(() => fc.assert(property, { numRuns: 1_000 })).not.toThrow();
  });

  const shuffled = lines.chain((given) => {
    const all = { minLength: given.length, maxLength: given.length };
    return fc.tuple(fc.constant(given), fc.shuffledSubarray([...given.entries()], all));
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
    expect(() => fc.assert(property, { numRuns: 1_000 })).not.toThrow();
  });

  it('are per line the same of each line, wherever it stands', () => {
    const property = fc.property(shuffled, rules, ([given, order], { rounding }) => {
      const amounts = slipAmounts(given, { method: '0', rounding });
      const other = slipAmounts(
        order.map(([, one]) => one),
        { method: '0', rounding },
      );
      expect(other.lines).toEqual(order.map(([index]) => amounts.lines[index]));
    });
    expect(() => fc.assert(property, { numRuns: 1_000 })).not.toThrow();
  });

  it('are the same per bill as per slip', () => {
    const property = fc.property(lines, rules, (given, { rounding }) => {
      expect(slipAmounts(given, { method: '2', rounding })).toEqual(slipAmounts(given, { method: '1', rounding }));
    });
    expect(() => fc.assert(property, { numRuns: 200 })).not.toThrow();
  });
});

function negative({ taxExcluded, tax }: { readonly taxExcluded: bigint; readonly tax: bigint }) {
  return { taxExcluded: -taxExcluded, tax: -tax };
}
