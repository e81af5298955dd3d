import { pairsOf } from '../market/assortment.js';
import type { Market, Member, Supplier } from '../market/market.js';
import type { RecordText, RecordValues } from '../record-text.js';

/**
 * The rows of one setting that a seller has for one of its buyers. Without a buyer, the rows apply to all buyers of the
 * seller.
 */
export type RowsOf = (seller: Supplier, buyer: Member | undefined) => readonly RecordValues[];

/**
 * Makes the lines of a setting between sellers and buyers, in the order of the setting's download. The rows that apply
 * to all buyers come first, followed by one line for each buyer. A seller or buyer without any rows is left out.
 */
export function* settingLines(market: Market, text: RecordText, kind: string, rowsOf: RowsOf): Generator<string> {
  const line = (buyer: Member | undefined, sellers: readonly Supplier[]) => {
    const list = sellers.map((seller) => ({ member_code_seller: seller.member.code, [kind]: rowsOf(seller, buyer) }));
    const filled = list.filter((entry) => (entry[kind] as readonly RecordValues[]).length > 0);
    return filled.length === 0 ? [] : [text({ member_code_buyer: buyer?.code, seller_list: filled })];
  };
  yield* line(undefined, allSellers(market));
  for (const [buyer, sellers] of sellersByBuyer(market)) yield* line(buyer, sellers);
}

/** All sellers (kitchens and suppliers), in the order of their codes. */
export function allSellers({ groups, suppliers }: Market): readonly Supplier[] {
  return [...groups.map(({ kitchen }) => kitchen), ...suppliers];
}

function* sellersByBuyer(market: Market): Generator<readonly [Member, readonly Supplier[]]> {
  let buyer: Member | undefined;
  let sellers: Supplier[] = [];
  for (const pair of pairsOf(market)) {
    if (pair.buyer !== buyer) {
      if (buyer !== undefined) yield [buyer, sellers];
      buyer = pair.buyer;
      sellers = [];
    }
    sellers.push(pair.supplier);
  }
  if (buyer !== undefined) yield [buyer, sellers];
}
