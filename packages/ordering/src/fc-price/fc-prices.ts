import {
  type ErrorCode,
  errorCode,
  errorTable,
  type FcPrice,
  type FcPriceQuestion,
} from '@trading-platform/domain-types';
import { KeptWhileUnchanged } from '../lookup/kept-while-unchanged.js';
import { onceATurn } from '../lookup/once-a-turn.js';
import { isVisible } from '../member/is-visible.js';
import { calculateFcPrice, wholePrice } from './calculate-fc-price.js';
import type { FcPriceSource } from './fc-price-source.js';
import { type FcProduct, type FcProductKey, readFcProducts } from './fc-product.js';
import { ruleThatGoes } from './rules-covering.js';

/** Default: for how many products of stores the rules are kept in memory. */
const defaultProductsKept = 50_000;

/** A product of a request, as validation has read it. */
export type AskedPrice = Omit<FcPriceQuestion, 'price'> & { readonly price: string };

/** The source of prices, and how many products are kept in memory. */
export interface FcPricesOptions {
  readonly source: FcPriceSource;
  /** Products of stores whose rules are kept in memory. Default 50,000. */
  readonly productsKept?: number;
}

/**
 * The FC price lookup (Spec 4.9). Its requests have passed validation: all five fields of an item are there, prices are decimals,
 * dates exist.
 *
 * Rules of products stay in memory until a load of any process changes the data.
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

  /** The prices, in the order of `item`. */
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

/** A product as text. The length of the first code keeps the texts of two products apart. */
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

/** The rules for one item, in the order in which they refuse it. */
function whyRefused({ store, rules }: FcProduct, caller: string): ErrorCode | undefined {
  if (store === undefined || store.fcOwnerMemberCode === '' || !isVisible(caller, store)) {
    return errorCode.memberNotVisible;
  }
  return rules === undefined ? errorCode.productNotOrderable : undefined;
}

function refusalEntry(code: ErrorCode): FcPrice['detail_err_list'][number] {
  return { error_code: code, error_detail: errorTable[code].detail };
}
