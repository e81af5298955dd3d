/** How a company rounds: `below_dec_point` 0 down, 1 up, 2 half up; and computes tax: `tax_calc_method` 0 per line, else per slip. */
export interface AmountRules {
  readonly taxCalcMethod: string;
  readonly belowDecPoint: string;
}

/** A line as far as amounts go. */
export interface AmountLine {
  readonly quantity: number;
  /** Yen; prices of the demo market are whole or half yen, so all arithmetic here is exact. */
  readonly price: number;
  /** Percent: 10, 8 or 0. */
  readonly taxRate: number;
  readonly taxIncluded: boolean;
}

export interface LineAmounts {
  /** Quantity × price, rounded. */
  readonly total: number;
  readonly taxExcluded: number;
  readonly tax: number;
  readonly priceTaxExcluded: number;
}

/** Sums of one tax rate: `taxExcluded` + `tax` is what is paid. */
export interface RateAmounts {
  readonly taxExcluded: number;
  readonly tax: number;
}

export interface SlipAmounts {
  readonly lines: readonly LineAmounts[];
  readonly standard: RateAmounts;
  readonly reduced: RateAmounts;
  readonly exempt: RateAmounts;
  readonly taxExcluded: number;
  readonly tax: number;
  readonly total: number;
}

/** A fraction rounded to whole yen; a negative one by its absolute value. */
export function roundYen(numerator: number, denominator: number, belowDecPoint: string): number {
  const size = Math.abs(numerator);
  const whole = Math.floor(size / denominator);
  const rest = size % denominator;
  const up = belowDecPoint === '1' ? rest > 0 : belowDecPoint === '2' && rest * 2 >= denominator;
  const rounded = whole + (up ? 1 : 0);
  return rounded === 0 ? 0 : Math.sign(numerator) * rounded;
}

/** Computes a slip as the platform does: amounts per line, tax per rate. */
export function slipAmounts(lines: readonly AmountLine[], rules: AmountRules): SlipAmounts {
  const amounts = lines.map((line) => lineAmounts(line, rules));
  const ofRate = (rate: number) =>
    rateAmounts(
      lines.flatMap((line, index) => (line.taxRate === rate ? [{ line, amounts: amounts[index] as LineAmounts }] : [])),
      rate,
      rules,
    );
  const [standard, reduced, exempt] = [ofRate(10), ofRate(8), ofRate(0)];
  const taxExcluded = standard.taxExcluded + reduced.taxExcluded + exempt.taxExcluded;
  const tax = standard.tax + reduced.tax;
  return { lines: amounts, standard, reduced, exempt, taxExcluded, tax, total: taxExcluded + tax };
}

function lineAmounts(
  { quantity, price, taxRate, taxIncluded }: AmountLine,
  { belowDecPoint }: AmountRules,
): LineAmounts {
  const total = roundYen(quantity * price * 2, 2, belowDecPoint);
  if (!taxIncluded) {
    return { total, taxExcluded: total, tax: roundYen(total * taxRate, 100, belowDecPoint), priceTaxExcluded: price };
  }
  const tax = roundYen(total * taxRate, 100 + taxRate, belowDecPoint);
  const priceTax = roundYen(price * 2 * taxRate, 2 * (100 + taxRate), belowDecPoint);
  return { total, taxExcluded: total - tax, tax, priceTaxExcluded: price - priceTax };
}

interface Part {
  readonly line: AmountLine;
  readonly amounts: LineAmounts;
}

/** Only inclusive lines: the tax is taken out of their sum. Mixed: they are converted one by one, then all are exclusive. */
function rateAmounts(parts: readonly Part[], rate: number, { taxCalcMethod, belowDecPoint }: AmountRules): RateAmounts {
  const sum = (of: (amounts: LineAmounts) => number) => parts.reduce((total, { amounts }) => total + of(amounts), 0);
  if (taxCalcMethod === '0') return { taxExcluded: sum((line) => line.taxExcluded), tax: sum((line) => line.tax) };
  if (parts.length > 0 && parts.every(({ line }) => line.taxIncluded)) {
    const total = sum((line) => line.total);
    const tax = roundYen(total * rate, 100 + rate, belowDecPoint);
    return { taxExcluded: total - tax, tax };
  }
  const taxExcluded = sum((line) => line.taxExcluded);
  return { taxExcluded, tax: roundYen(taxExcluded * rate, 100, belowDecPoint) };
}
