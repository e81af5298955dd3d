import { type ErrorCode, errorCode, type FcPrice, type FcPriceQuestion } from '@trading-platform/domain-types';
import { errorDetail } from '@trading-platform/domain-types/error-texts';
import { KeptWhileUnchanged } from '../lookup/kept-while-unchanged.js';
import { onceATurn } from '../lookup/once-a-turn.js';
import { isVisible } from '../member/is-visible.js';
import { calculateFcPrice, wholePrice } from './calculate-fc-price.js';
import type { FcPriceSource } from './fc-price-source.js';
import { type FcProduct, type FcProductKey, readFcProducts } from './fc-product.js';
import { ruleThatGoes } from './rules-covering.js';

/** Default: the maximum number of products whose rules are kept in memory. A product counts once for each store. */
const defaultProductsKept = 50_000;

/** A product of a validated request. */
export type AskedPrice = Omit<FcPriceQuestion, 'price'> & { readonly price: string };

/** The source of the rules, and the maximum number of products kept in memory. */
export interface FcPricesOptions {
  readonly source: FcPriceSource;
  /**
   * The maximum number of products whose rules are kept in memory. A product counts once for each store. The default for the
   * number of products is 50,000.
   */
  readonly productsKept?: number;
}

/**
 * The FC price lookup (Spec 4.9). The requests of the FC price lookup have been validated: all five fields of an item are
 * present, prices are decimals, and dates exist.
 *
 * The rules of a product stay in memory until any process loads new data.
 */
export class FcPrices {
  readonly #source: FcPriceSource;
  readonly #readChanges: () => Promise<number>;
  readonly #products: KeptWhileUnchanged<FcProduct>;

  constructor({ source, productsKept = defaultProductsKept }: FcPricesOptions) {
    this.#source = source;
    this.#readChanges = onceATurn(() => source.readChanges());
    this.#products = new KeptWhileUnchanged(productsKept);
  }

  /** Calculates the prices, in the order of `item`. */
  async lookUp({ item }: { readonly item: readonly AskedPrice[] }, callerMemberCode: string): Promise<FcPrice[]> {
    const changes = await this.#readChanges();
    const products = await this.#products.getAll(item.map(productKey), keyText, changes, (missing) =>
      readFcProducts(missing, this.#source),
    );
    return item.map((question, index) => answer(question, products[index] as FcProduct, callerMemberCode));
  }
}

function productKey({ member_code_store, catalog_id }: AskedPrice): FcProductKey {
  return { memberCodeStore: member_code_store, catalogId: catalog_id };
}

/**
 * The key of a product as text. The key begins with the length of the first code, so that two different products never have the
 * same key.
 */
function keyText({ memberCodeStore, catalogId }: FcProductKey): string {
  return `${memberCodeStore.length} ${memberCodeStore}${catalogId}`;
}

function answer(question: AskedPrice, product: FcProduct, caller: string): FcPrice {
  const { member_code_store, catalog_id, price, order_send_date, delivery_date } = question;
  const dates = { orderSendDate: order_send_date, deliveryDate: delivery_date };
  const refusal = whyRefused(product, caller);
  return {
    member_code_store,
    catalog_id,
    Price: wholePrice(price),
    order_send_date,
    delivery_date,
    fc_price: refusal === undefined ? calculateFcPrice(price, ruleThatGoes(product.rules ?? [], dates)) : 0,
    detail_err_list: refusal === undefined ? [] : [refusalEntry(refusal)],
  };
}

/** Applies the rules to one item, in the order in which they can refuse it. */
function whyRefused({ store, rules }: FcProduct, caller: string): ErrorCode | undefined {
  if (store === undefined || store.fcOwnerMemberCode === '' || !isVisible(caller, store)) {
    return errorCode.memberNotVisible;
  }
  return rules === undefined ? errorCode.productNotOrderable : undefined;
}

function refusalEntry(code: ErrorCode): FcPrice['detail_err_list'][number] {
  return { error_code: code, error_detail: errorDetail(code) };
}
