import type { FcPriceRule, ScopeKey } from './fc-price-rule.js';

/** A store that is visible to the caller and has an FC owner. */
export interface FcStore {
  readonly fcOwnerMemberCode: string;
  /** `''` where it has none. */
  readonly headOfficeMemberCode: string;
}

/** An order-master line's share of the question: whose it is and which category it has. */
export interface FcLine {
  readonly memberCode: string;
  readonly catalogId: string;
  readonly foodCatLargeCode: string;
  /** Whether stores may use it, if it is their head office's. */
  readonly shared: boolean;
}

/** `catalog_id`s by the member whose order master is asked for them. */
export type WantedLines = ReadonlyMap<string, ReadonlySet<string>>;

/** Where the FC price gets its data. Each method is one query, however long its list is, and reads committed data. */
export interface FcPriceSource {
  /** Of these members, those that are visible to the caller and have an FC owner, by their codes. */
  readStores(caller: string, memberCodes: readonly string[]): Promise<ReadonlyMap<string, FcStore>>;
  readLines(wanted: WantedLines): Promise<readonly FcLine[]>;
  /** All rules whose scope is one of these. */
  readRules(scopes: readonly ScopeKey[]): Promise<readonly FcPriceRule[]>;
}
