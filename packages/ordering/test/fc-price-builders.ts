import type { FcPrice } from '@trading-platform/domain-types';
import { type FcPriceRule, type ScopeKey, scopeKey } from '../src/fc-price/fc-price-rule.js';
import type { FcLine, FcPriceSource, FcStore, WantedLines } from '../src/fc-price/fc-price-source.js';
import { type AskedPrice, FcPrices } from '../src/fc-price/fc-prices.js';

/** A rule of the owner O1 for all its stores and products: a fixed price of 100, by order date, always valid. */
export function aRule(given: Partial<FcPriceRule> = {}): FcPriceRule {
  return {
    fcOwnerMemberCode: 'O1',
    memberCodeStore: '',
    catalogId: '',
    foodCatLargeCode: '',
    method: 'fixed',
    value: '100',
    rounding: '0',
    validFrom: '',
    validTo: '',
    dateBasis: 'order',
    ...given,
  };
}

/**
 * A request for the price of the line C1 for the store S1. The order-master line C1 has category 10 and price 250. The product is
 * ordered on 10 June 2026 and delivered on 12 June 2026.
 */
export function anItem(given: Partial<AskedPrice> = {}): AskedPrice {
  return {
    member_code_store: 'S1',
    catalog_id: 'C1',
    price: '250',
    order_send_date: '2026-06-10',
    delivery_date: '2026-06-12',
    ...given,
  };
}

/**
 * Test data in memory. The owner O1 has the stores S1 and S2. The store S1 has the head office H1. The store S3 has the owner O3.
 */
export interface FcWorld {
  readonly rules?: readonly FcPriceRule[];
  readonly lines?: readonly Partial<FcLine>[];
  readonly stores?: readonly FcStore[];
}

const usualStores: readonly FcStore[] = [
  { memberCode: 'S1', fcOwnerMemberCode: 'O1', headOfficeMemberCode: 'H1' },
  { memberCode: 'S2', fcOwnerMemberCode: 'O1', headOfficeMemberCode: '' },
  { memberCode: 'S3', fcOwnerMemberCode: 'O3', headOfficeMemberCode: '' },
  { memberCode: 'H1', fcOwnerMemberCode: '', headOfficeMemberCode: '' },
];

/** A source that answers from memory and counts its queries. */
export class MemoryFcPriceSource implements FcPriceSource {
  queries = 0;
  readonly #rules: readonly FcPriceRule[];
  readonly #lines: readonly FcLine[];
  readonly #stores: readonly FcStore[];
  changes = 0;

  constructor({ rules = [], lines = [{}, { memberCode: 'S2' }], stores = usualStores }: FcWorld) {
    this.#rules = rules;
    this.#lines = lines.map((line) => ({
      memberCode: 'S1',
      catalogId: 'C1',
      foodCatLargeCode: '10',
      shared: false,
      ...line,
    }));
    this.#stores = stores;
  }

  readChanges(): Promise<number> {
    this.queries++;
    return Promise.resolve(this.changes);
  }

  readStores(memberCodes: readonly string[]): Promise<readonly FcStore[]> {
    this.queries++;
    return Promise.resolve(this.#stores.filter(({ memberCode }) => memberCodes.includes(memberCode)));
  }

  readLines(wanted: WantedLines): Promise<readonly FcLine[]> {
    this.queries++;
    const isWanted = ({ memberCode, catalogId }: FcLine) => wanted.get(memberCode)?.has(catalogId) === true;
    return Promise.resolve(this.#lines.filter(isWanted));
  }

  readRules(scopes: readonly ScopeKey[]): Promise<readonly FcPriceRule[]> {
    this.queries++;
    const wanted = new Set(scopes);
    return Promise.resolve(this.#rules.filter((rule) => wanted.has(scopeKey(rule))));
  }
}

/** Returns the prices of items for the given test data. */
export function pricesOf(world: FcWorld, items: readonly AskedPrice[]): Promise<FcPrice[]> {
  return new FcPrices({ source: new MemoryFcPriceSource(world), productsKept: items.length }).lookUp(
    { item: items },
    'O1',
  );
}
