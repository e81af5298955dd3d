import { Random } from '../random.js';
import { type Packing, type SmallCategory, units } from './food-categories.js';
import type { Supplier } from './market.js';

/** A product, as its supplier offers it to all buyers. */
export interface Product {
  readonly itemId: string;
  readonly name: string;
  readonly packing: Packing;
  readonly unitCode: string;
  readonly privateUnitCode: string;
  readonly category: SmallCategory;
  /** `0` is the standard rate, `1` the reduced rate, and `2` means exempt. */
  readonly taxRateCode: '0' | '1' | '2';
  /** The price in yen, before any buyer has negotiated. */
  readonly listPrice: number;
  readonly leadTime: number;
  readonly minimumLot: number;
  readonly multipleLot: number;
}

const lots = [1, 1, 1, 1, 2, 5, 10];
const leadTimes = [0, 1, 1, 1, 2, 2, 3, 5];

/**
 * Returns the supplier's product with the given number. Product ids of one supplier are in the same order as the
 * product numbers.
 */
export function makeProduct(seed: number, supplier: Supplier, number: number): Product {
  const random = new Random(seed, 3, supplier.index, number);
  const category = supplier.categories[number % supplier.categories.length] as SmallCategory;
  const { middle, bases } = category;
  const packing = random.pick(middle.packings);
  const origin = supplier.ownProduction ? '自社製' : random.pick(middle.origins);
  const unit = units[packing.unit];
  const lot = random.pick(lots);
  return {
    itemId: String(supplier.index + 1).padStart(4, '0') + String(number).padStart(6, '0'),
    name: `${origin} ${random.pick(bases)}`,
    packing,
    unitCode: unit.code,
    privateUnitCode: unit.privateCode,
    category,
    taxRateCode: taxRateCode(category),
    listPrice: Math.max(10, category.price * packing.factor * (0.8 + random.next() * 0.5)),
    leadTime: random.pick(leadTimes),
    minimumLot: lot,
    multipleLot: lot > 2 && random.chance(0.5) ? lot : 1,
  };
}

function taxRateCode({ taxFree, middle }: SmallCategory): Product['taxRateCode'] {
  if (taxFree) return '2';
  return middle.large.reducedTax ? '1' : '0';
}
