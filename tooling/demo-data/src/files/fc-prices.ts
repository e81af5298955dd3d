import { fcPriceDateBasis, fcPriceImport, fcPriceMethod } from '@trading-platform/domain-types';
import { dayText } from '../calendar.js';
import { pairsOf, productOfPair } from '../market/assortment.js';
import { fcRatePercent } from '../market/fc-rate.js';
import type { Market } from '../market/market.js';
import { Random } from '../random.js';
import { type RecordValues, recordText } from '../record-text.js';

const text = recordText(fcPriceImport.fields);

/**
 * The lines of the file of FC prices. Each owner has a general rate. There are other rates for drinks and for single
 * stores, and fixed prices for single lines.
 */
export function* fcPriceLines(market: Market, today: number): Generator<string> {
  for (const owner of market.groups.flatMap(({ fcOwners }) => fcOwners)) {
    const rate = String(fcRatePercent(owner));
    yield rule(owner.code, { method: fcPriceMethod.rate, value: rate, valid_from: dayText(today - 900) });
    yield rule(owner.code, {
      food_cat_large_code: '85',
      method: fcPriceMethod.rate,
      value: '2.5',
      valid_from: dayText(today - 900),
    });
    yield rule(owner.code, {
      food_cat_large_code: '80',
      method: fcPriceMethod.rate,
      value: '-1.25',
      valid_from: dayText(today - 30),
      valid_to: dayText(today + 60),
      date_basis: fcPriceDateBasis.delivery,
    });
  }
  yield* lineRules(market, today);
}

/** One store in three has its own rate. Stores have fixed prices for a few of their products. */
function* lineRules(market: Market, today: number): Generator<string> {
  let store: string | undefined;
  for (const pair of pairsOf(market)) {
    const { fcOwner, code } = pair.buyer;
    if (fcOwner === undefined) continue;
    const random = new Random(market.seed, 16, pair.first);
    if (store !== code && random.chance(0.33)) {
      yield rule(fcOwner.code, {
        member_code_store: code,
        method: fcPriceMethod.rate,
        value: '4',
        valid_from: dayText(today - 365),
      });
    }
    store = code;
    if (!random.chance(0.25)) continue;
    const { catalogId, price } = productOfPair(market.seed, pair, random.int(0, pair.count - 1));
    const value = String(Math.round(Number(price) * 1.1));
    yield rule(fcOwner.code, {
      member_code_store: code,
      catalog_id: catalogId,
      method: fcPriceMethod.fixed,
      rounding: '',
      value,
      valid_from: dayText(today - 180),
    });
  }
}

function rule(ownerCode: string, values: RecordValues): string {
  return text({ fc_owner_member_code: ownerCode, rounding: '2', date_basis: fcPriceDateBasis.order, ...values });
}
