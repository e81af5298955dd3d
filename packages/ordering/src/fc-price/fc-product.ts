import { type FcPriceRule, type ScopeKey, scopesCovering } from './fc-price-rule.js';
import type { FcLine, FcPriceSource, FcStore, WantedLines } from './fc-price-source.js';
import { rulesCovering } from './rules-covering.js';

/** The store and the product that an item of a request names. */
export interface FcProductKey {
  readonly memberCodeStore: string;
  readonly catalogId: string;
}

/** All data on which the price of an item depends, except the price and the dates in the request. */
export interface FcProduct {
  /** The store, or undefined if no member has the code of the store. */
  readonly store: FcStore | undefined;
  /** The price rules of the product, in order of precedence, or undefined if the order-master line is unknown. */
  readonly rules: readonly FcPriceRule[] | undefined;
}

/** Reads products in three queries. The products have the same order as the keys. */
export async function readFcProducts(keys: readonly FcProductKey[], source: FcPriceSource): Promise<FcProduct[]> {
  const codes = new Set(keys.map(({ memberCodeStore }) => memberCodeStore));
  const stores = new Map((await source.readStores([...codes])).map((store) => [store.memberCode, store]));
  const lines = linesByMember(await source.readLines(wantedLines(keys, stores)));
  const scopes = keys.map((key) => scopesOf(key, stores.get(key.memberCodeStore), lines));
  const distinct = new Set(scopes.flatMap((some) => some ?? []));
  const covering = rulesCovering(await source.readRules([...distinct]));
  return keys.map(({ memberCodeStore }, index) => {
    const some = scopes[index];
    return { store: stores.get(memberCodeStore), rules: some && covering(some) };
  });
}

type Stores = ReadonlyMap<string, FcStore>;

/** Each product is looked for in the order master of its store and in the order master of the store's head office. */
function wantedLines(keys: readonly FcProductKey[], stores: Stores): WantedLines {
  const wanted = new Map<string, Set<string>>();
  for (const { memberCodeStore, catalogId } of keys) {
    const store = stores.get(memberCodeStore);
    if (store === undefined) continue;
    for (const memberCode of [memberCodeStore, store.headOfficeMemberCode]) {
      if (memberCode !== '') wanted.set(memberCode, (wanted.get(memberCode) ?? new Set()).add(catalogId));
    }
  }
  return wanted;
}

/** Order-master lines, grouped first by the member that owns the order master and then by `catalog_id`. */
type LinesByMember = ReadonlyMap<string, ReadonlyMap<string, FcLine>>;

function linesByMember(lines: readonly FcLine[]): LinesByMember {
  const byMember = Map.groupBy(lines, ({ memberCode }) => memberCode);
  return new Map(
    [...byMember].map(([member, own]) => [member, new Map(own.map((line) => [line.catalogId, line] as const))]),
  );
}

function scopesOf(key: FcProductKey, store: FcStore | undefined, lines: LinesByMember): ScopeKey[] | undefined {
  const line = store && findLine(store, key.catalogId, lines);
  if (store === undefined || line === undefined) return undefined;
  const { fcOwnerMemberCode } = store;
  return scopesCovering({ ...key, fcOwnerMemberCode, foodCatLargeCode: line.foodCatLargeCode });
}

/** Rule "line": the store's own order-master line is used, and otherwise the line that its head office shares. */
function findLine(store: FcStore, catalogId: string, lines: LinesByMember): FcLine | undefined {
  const own = lines.get(store.memberCode)?.get(catalogId);
  if (own !== undefined) return own;
  const headOfficeLine = lines.get(store.headOfficeMemberCode)?.get(catalogId);
  return headOfficeLine?.shared === true ? headOfficeLine : undefined;
}
