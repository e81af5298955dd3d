import { Random } from '../random.js';
import type { Market, Member, RestaurantGroup, Supplier } from './market.js';
import { makeProduct, type Product } from './product.js';

/**
 * The products that one buyer buys from one supplier. The pair has `count` products, which are numbered from `first`
 * within the whole market.
 */
export interface Pair {
  readonly group: RestaurantGroup;
  readonly buyer: Member;
  readonly supplier: Supplier;
  readonly first: number;
  readonly count: number;
}

/** One product of one pair of buyer and supplier, with the terms that the two have agreed on. */
export interface PairProduct {
  readonly pair: Pair;
  /** The position among all master records of the market, counted from 0. */
  readonly position: number;
  readonly catalogId: string;
  readonly product: Product;
  /** The price in yen, as a decimal text. Prices of cheap goods may end in half a yen. */
  readonly price: string;
  readonly privateItemCode: string;
  /** Whether the price includes the tax. */
  readonly taxIncluded: boolean;
}

const headOfficeShare = 0.3;
const kitchenShare = 0.03;

/** Returns every pair that has products, in the order of the master download: by buyer, then by supplier. */
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

/**
 * Returns product number `n` of a pair, where `n` is from 0 to `count` − 1. Products with higher numbers have higher
 * item ids.
 */
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

/** Rounds a price as traders do: the higher the price, the more it is rounded. */
export function priceText(yen: number): string {
  if (yen < 100) return String(Math.round(yen * 2) / 2);
  return String(yen < 1_000 ? Math.round(yen) : Math.round(yen / 10) * 10);
}

/**
 * Divides `total` things into `parts` nearly equal parts, and returns the number of things in the part with this index.
 */
function share(total: number, parts: number, index: number): number {
  return Math.floor((total * (index + 1)) / parts) - Math.floor((total * index) / parts);
}

/**
 * Returns the share of all products that the buyers before `index` have together. The first buyer is the head office and
 * the second one is the kitchen. All other buyers have equal shares of the rest.
 */
function cumulativeShare(buyers: number, index: number): number {
  if (index === 0) return headOfficeShare;
  const rest = 1 - headOfficeShare - kitchenShare;
  return headOfficeShare + kitchenShare + (rest * (index - 1)) / (buyers - 2);
}
