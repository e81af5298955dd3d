import { parseDay } from '../delivery/civil-day.js';
import type { JapanTime } from '../delivery/japan-time.js';
import { type ProductAnswer, productJudge } from '../delivery/judge-products.js';
import { remembered } from '../delivery/remembered.js';
import type { OrderPair } from '../order/order-pair.js';
import { type FindProduct, type OrderProduct, productFinder } from '../order/order-product.js';

/** The rules of a pair at one moment. They are made once for all updates of a pair. */
export interface PairRules {
  readonly findProduct: FindProduct;
  /** Returns the product of a line that was ordered before, even if it cannot be ordered any more. */
  readonly productOf: (catalogId: string) => OrderProduct | undefined;
  readonly answerOf: (product: OrderProduct, hopeDeliveryDate: string) => ProductAnswer;
}

interface KeptRules {
  readonly at: JapanTime;
  readonly rules: PairRules;
}

const kept = new WeakMap<OrderPair, KeptRules>();

export function pairRules(pair: OrderPair, at: JapanTime): PairRules {
  const known = kept.get(pair);
  if (known !== undefined && known.at.day === at.day && known.at.second === at.second) return known.rules;
  const rules = makeRules(pair, at);
  kept.set(pair, { at, rules });
  return rules;
}

function makeRules(pair: OrderPair, at: JapanTime): PairRules {
  const findProduct = productFinder(pair.products);
  const byCatalogId = Map.groupBy(pair.products, ({ catalogId }) => catalogId);
  const judgeProduct = productJudge(at, pair.settings);
  const answersFor = remembered((hopeDeliveryDate: string) => {
    const wish = parseDay(hopeDeliveryDate);
    return remembered((product: OrderProduct) =>
      judgeProduct({ catalogId: product.catalogId, wish, lines: [product] }),
    );
  });
  return {
    findProduct,
    productOf: remembered((catalogId: string) => {
      const found = findProduct({ catalog_id: catalogId, line_no: '', prod_lot_qty: '' });
      return typeof found === 'string' ? ownFirst(byCatalogId.get(catalogId) ?? []) : found;
    }),
    answerOf: (product, hopeDeliveryDate) => answersFor(hopeDeliveryDate)(product),
  };
}

function ownFirst(products: readonly OrderProduct[]): OrderProduct | undefined {
  return products.find(({ owner }) => owner === 'buyer') ?? products[0];
}
