import { Decimal } from 'decimal.js';
import type { AmountRules } from '../src/tax/amount-rules.js';
import type { SlipLine } from '../src/tax/slip-amounts.js';
import type { TaxRate } from '../src/tax/tax-rate.js';

export const Exact = Decimal.clone({ precision: 50 });
const percents = { standard: 10, reduced: 8, exempt: 0 };
export const modes = { '0': Decimal.ROUND_DOWN, '1': Decimal.ROUND_UP, '2': Decimal.ROUND_HALF_UP };

interface Taxed {
  readonly taxExcluded: Decimal;
  readonly tax: Decimal;
}

/** A second implementation of the same rules, written in a simple way: every result is computed from the beginning. */
export class SlowSlip {
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

  /**
   * With method 0, the tax is calculated for the line itself. With the other methods, the tax of the line is a difference: the
   * tax for its rate up to and including this line, less the tax for this rate without this line.
   */
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

/** The addition of 0 avoids a negative zero. */
function plainText(number: Decimal): string {
  return number.plus(0).toFixed();
}
