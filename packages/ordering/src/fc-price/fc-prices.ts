import {
  type ErrorCode,
  errorCode,
  errorTable,
  type FcPrice,
  type FcPriceQuestion,
  type FcPriceRequest,
} from '@trading-platform/domain-types';
import { calculateFcPrice, wholePrice } from './calculate-fc-price.js';
import { type ScopeKey, scopesCovering } from './fc-price-rule.js';
import type { FcLine, FcPriceSource, FcStore, WantedLines } from './fc-price-source.js';
import { type FindFcPriceRule, fcPriceRuleFinder } from './find-fc-price-rule.js';

/** What is asked: with the scopes that cover it, or why it cannot be answered. */
type JudgedItem = { readonly scopes: readonly ScopeKey[] } | { readonly refusal: ErrorCode };

/**
 * The FC price lookup (Spec 4.9). Requests are those that validation let through: all five fields of an item are there,
 * prices are decimals, dates exist.
 */
export class FcPrices {
  readonly #source: FcPriceSource;

  constructor({ source }: { readonly source: FcPriceSource }) {
    this.#source = source;
  }

  /** The prices, in the order of `item`. */
  async lookUp({ item }: FcPriceRequest, callerMemberCode: string): Promise<FcPrice[]> {
    const codes = new Set(item.map(({ member_code_store }) => member_code_store));
    const stores = await this.#source.readStores(callerMemberCode, [...codes]);
    const lines = linesByMember(await this.#source.readLines(wantedLines(item, stores)));
    const judged = item.map((question) => judgeItem(question, stores, lines));
    const findRule = fcPriceRuleFinder(await this.#source.readRules(scopesOf(judged)));
    return item.map((question, index) => answer(question, judged[index] as JudgedItem, findRule));
  }
}

/** Each product is looked for in the order master of its store and of the store's head office. */
function wantedLines(items: readonly FcPriceQuestion[], stores: ReadonlyMap<string, FcStore>): WantedLines {
  const wanted = new Map<string, Set<string>>();
  for (const { member_code_store, catalog_id } of items) {
    const store = stores.get(member_code_store);
    if (store === undefined) continue;
    for (const memberCode of [member_code_store, store.headOfficeMemberCode]) {
      if (memberCode !== '') wanted.set(memberCode, (wanted.get(memberCode) ?? new Set()).add(catalog_id));
    }
  }
  return wanted;
}

/** Lines by the member whose order master they are in, then by `catalog_id`. */
type LinesByMember = ReadonlyMap<string, ReadonlyMap<string, FcLine>>;

function linesByMember(lines: readonly FcLine[]): LinesByMember {
  const byMember = Map.groupBy(lines, ({ memberCode }) => memberCode);
  return new Map(
    [...byMember].map(([member, own]) => [member, new Map(own.map((line) => [line.catalogId, line] as const))]),
  );
}

/** The rules for one item, in the order in which they refuse it. */
function judgeItem(
  { member_code_store: memberCodeStore, catalog_id: catalogId }: FcPriceQuestion,
  stores: ReadonlyMap<string, FcStore>,
  lines: LinesByMember,
): JudgedItem {
  const store = stores.get(memberCodeStore);
  if (store === undefined) return { refusal: errorCode.memberNotVisible };
  const line = findLine(memberCodeStore, store, catalogId, lines);
  if (line === undefined) return { refusal: errorCode.productNotOrderable };
  const { fcOwnerMemberCode } = store;
  const { foodCatLargeCode } = line;
  return { scopes: scopesCovering({ fcOwnerMemberCode, memberCodeStore, catalogId, foodCatLargeCode }) };
}

/** Rule "line": the store's own order-master line, or else the one that its head office shares. */
function findLine(storeCode: string, store: FcStore, catalogId: string, lines: LinesByMember): FcLine | undefined {
  const own = lines.get(storeCode)?.get(catalogId);
  if (own !== undefined) return own;
  const headOfficeLine = lines.get(store.headOfficeMemberCode)?.get(catalogId);
  return headOfficeLine?.shared === true ? headOfficeLine : undefined;
}

function scopesOf(judged: readonly JudgedItem[]): ScopeKey[] {
  return [...new Set(judged.flatMap((item) => ('scopes' in item ? item.scopes : [])))];
}

function answer(question: FcPriceQuestion, judged: JudgedItem, findRule: FindFcPriceRule): FcPrice {
  const { member_code_store, catalog_id, price, order_send_date, delivery_date } = question;
  const dates = { orderSendDate: order_send_date, deliveryDate: delivery_date };
  return {
    member_code_store,
    catalog_id,
    Price: wholePrice(price),
    order_send_date,
    delivery_date,
    fc_price: 'scopes' in judged ? calculateFcPrice(price, findRule(judged.scopes, dates)) : 0,
    detail_err_list: 'scopes' in judged ? [] : [refusalEntry(judged.refusal)],
  };
}

function refusalEntry(code: ErrorCode): FcPrice['detail_err_list'][number] {
  return { error_code: code, error_detail: errorTable[code].detail };
}
