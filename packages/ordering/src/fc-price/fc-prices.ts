import {
  type ErrorCode,
  errorCode,
  errorTable,
  type FcPrice,
  type FcPriceQuestion,
  type FcPriceRequest,
} from '@trading-platform/domain-types';
import { isVisible } from '../member/is-visible.js';
import { RecentlyUsed } from '../recently-used.js';
import { calculateFcPrice, wholePrice } from './calculate-fc-price.js';
import type { FcPriceSource } from './fc-price-source.js';
import { type FcProduct, type FcProductKey, readFcProducts } from './fc-product.js';
import { ruleThatGoes } from './rules-covering.js';

/** How many products of stores keep their rules in memory unless said otherwise. */
const defaultProductsKept = 50_000;

export interface FcPricesOptions {
  readonly source: FcPriceSource;
  /** Products of stores whose rules are kept in memory. Default 50,000. */
  readonly productsKept?: number;
}

/**
 * The FC price lookup (Spec 4.9). Requests are those that validation let through: all five fields of an item are there,
 * prices are decimals, dates exist.
 *
 * Rules of products are kept in memory and used again as long as no load, of whatever process, has changed the data.
 */
export class FcPrices {
  readonly #source: FcPriceSource;
  readonly #products: RecentlyUsed<FcProduct>;
  #changes: number | undefined;

  constructor({ source, productsKept = defaultProductsKept }: FcPricesOptions) {
    this.#source = source;
    this.#products = new RecentlyUsed(productsKept);
  }

  /** The prices, in the order of `item`. */
  async lookUp({ item }: FcPriceRequest, callerMemberCode: string): Promise<FcPrice[]> {
    const products = await this.#readProducts(item.map(productKey));
    return item.map((question, index) => answer(question, products[index], callerMemberCode));
  }

  async #readProducts(keys: readonly FcProductKey[]): Promise<(FcProduct | undefined)[]> {
    await this.#forgetIfChanged();
    const texts = keys.map(keyText);
    const found = texts.map((text) => this.#products.get(text));
    const missing = new Map(keys.flatMap((key, index) => (found[index] ? [] : [[texts[index] ?? '', key] as const])));
    if (missing.size === 0) return found;
    const changes = this.#changes;
    const read = await readFcProducts([...missing.values()], this.#source);
    const news = new Map([...missing.keys()].map((text, index) => [text, read[index]]));
    if (changes === this.#changes) this.#keep(news);
    return found.map((product, index) => product ?? news.get(texts[index] ?? ''));
  }

  /** The number of changes is read before the data that are kept under it, so they are never older than it says. */
  async #forgetIfChanged(): Promise<void> {
    const changes = await this.#source.readChanges();
    if (changes === this.#changes) return;
    this.#products.clear();
    this.#changes = changes;
  }

  #keep(products: ReadonlyMap<string, FcProduct | undefined>): void {
    for (const [text, product] of products) if (product !== undefined) this.#products.set(text, product);
  }
}

function productKey({ member_code_store, catalog_id }: FcPriceQuestion): FcProductKey {
  return { memberCodeStore: member_code_store, catalogId: catalog_id };
}

/** With the length of the first code, so that no two products share a text. */
function keyText({ memberCodeStore, catalogId }: FcProductKey): string {
  return `${memberCodeStore.length} ${memberCodeStore}${catalogId}`;
}

function answer(question: FcPriceQuestion, product: FcProduct | undefined, caller: string): FcPrice {
  const { member_code_store, catalog_id, price, order_send_date, delivery_date } = question;
  const dates = { orderSendDate: order_send_date, deliveryDate: delivery_date };
  const refusal = whyRefused(product, caller);
  return {
    member_code_store,
    catalog_id,
    Price: wholePrice(price),
    order_send_date,
    delivery_date,
    fc_price: refusal === undefined ? calculateFcPrice(price, ruleThatGoes(product?.rules ?? [], dates)) : 0,
    detail_err_list: refusal === undefined ? [] : [refusalEntry(refusal)],
  };
}

/** The rules for one item, in the order in which they refuse it. */
function whyRefused(product: FcProduct | undefined, caller: string): ErrorCode | undefined {
  const store = product?.store;
  if (store === undefined || store.fcOwnerMemberCode === '' || !isVisible(caller, store)) {
    return errorCode.memberNotVisible;
  }
  return product?.rules === undefined ? errorCode.productNotOrderable : undefined;
}

function refusalEntry(code: ErrorCode): FcPrice['detail_err_list'][number] {
  return { error_code: code, error_detail: errorTable[code].detail };
}
