import type { FcPriceRule, ScopeKey } from './fc-price-rule.js';

/** A member as the FC price sees it. Codes that it does not have are `''`. */
export interface FcStore {
  readonly memberCode: string;
  readonly fcOwnerMemberCode: string;
  readonly headOfficeMemberCode: string;
}

/** What the FC price reads of an order-master line. */
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
export abstract class FcPriceSource {
  /** How many changes the data have seen: every load of members, products or rules makes it greater as it commits. */
  abstract readChanges(): Promise<number>;
  /** Those of the members that exist. */
  abstract readStores(memberCodes: readonly string[]): Promise<readonly FcStore[]>;
  abstract readLines(wanted: WantedLines): Promise<readonly FcLine[]>;
  /** All rules whose scope is one of these. */
  abstract readRules(scopes: readonly ScopeKey[]): Promise<readonly FcPriceRule[]>;
}
