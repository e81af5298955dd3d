import { Random } from '../random.js';
import type { Market, Member, RestaurantGroup, Supplier } from './market.js';
import { makeProduct, type Product } from './product.js';

/** What one buyer buys from one supplier: `count` products, numbered through the whole market from `first`. */
export interface Pair {
  readonly group: RestaurantGroup;
  readonly buyer: Member;
  readonly supplier: Supplier;
  readonly first: number;
  readonly count: number;
}

/** One product of one pair, with what the two have agreed on. */
export interface PairProduct {
  readonly pair: Pair;
  /** Position among all master records of the market, from 0. */
  readonly position: number;
  readonly catalogId: string;
  readonly product: Product;
  /** Yen, a decimal text: cheap goods have half yen. */
  readonly price: string;
  readonly privateItemCode: string;
  /** Whether the price contains the tax. */
  readonly taxIncluded: boolean;
}

const headOfficeShare = 0.3;
const kitchenShare = 0.03;

/** Every pair that has products, in the order of the master download: by buyer, then by supplier. */
export function* pairsOf(market: Market): Generator<Pair> {
  const { masterRecords } = market.size;
  let first = 0;
  for (const group of market.groups) {
    const inGroup = share(masterRecords, market.groups.length, group.index);
    let before = 0;
    for (const [index, buyer] of group.buyers.entries()) {
      const until = Math.round(inGroup * cumulativeShare(group.buyers.length, index));
      yield* pairsOfBuyer(group, buyer, until - before, first);
      first += until - before;
      before = until;
    }
  }
}

function* pairsOfBuyer(group: RestaurantGroup, buyer: Member, count: number, first: number): Generator<Pair> {
  const suppliers = group.suppliers.filter(({ member }) => member !== buyer);
  let next = first;
  for (const [index, supplier] of suppliers.entries()) {
    const inPair = share(count, suppliers.length, index);
    if (inPair > 0) yield { group, buyer, supplier, first: next, count: inPair };
    next += inPair;
  }
}

/** The n-th product of a pair (0 to `count` − 1). Later ones have greater item ids. */
export function productOfPair(seed: number, pair: Pair, index: number): PairProduct {
  const choice = new Random(seed, 4, pair.group.index, pair.supplier.index, index);
  const product = makeProduct(seed, pair.supplier, index * 2 + choice.int(0, 1));
  const negotiated = product.listPrice * (0.9 + choice.next() * 0.15);
  return {
    pair,
    position: pair.first + index,
    catalogId: String((pair.first + index + 1) * 10),
    product,
    price: priceText(negotiated),
    privateItemCode: `${product.category.code}${product.itemId.slice(-5)}`,
    taxIncluded: choice.chance(0.02),
  };
}

/** Prices are round in the way that trade knows: the dearer, the rounder. */
export function priceText(yen: number): string {
  if (yen < 100) return String(Math.round(yen * 2) / 2);
  return String(yen < 1_000 ? Math.round(yen) : Math.round(yen / 10) * 10);
}

/** The number of things in the part `index`, if `total` things are divided into `parts` nearly equal parts. */
function share(total: number, parts: number, index: number): number {
  return Math.floor((total * (index + 1)) / parts) - Math.floor((total * index) / parts);
}

/** Head office first, kitchen second; the others have equal parts of the rest. */
function cumulativeShare(buyers: number, index: number): number {
  if (index === 0) return headOfficeShare;
  const rest = 1 - headOfficeShare - kitchenShare;
  return headOfficeShare + kitchenShare + (rest * (index - 1)) / (buyers - 2);
}
