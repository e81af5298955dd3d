import type { FcPriceRule, ScopeKey } from './fc-price-rule.js';

/** The data of a member that the FC price needs. Missing codes are `''`. */
export interface FcStore {
  readonly memberCode: string;
  readonly fcOwnerMemberCode: string;
  readonly headOfficeMemberCode: string;
}

/** The data of an order-master line that the FC price needs. */
export interface FcLine {
  readonly memberCode: string;
  readonly catalogId: string;
  readonly foodCatLargeCode: string;
  /** If the line is a head office's: whether its stores may use it. */
  readonly shared: boolean;
}

/** The wanted `catalog_id`s, by the member in whose order master they are looked for. */
export type WantedLines = ReadonlyMap<string, ReadonlySet<string>>;

/** The source of the data for FC prices. Each method is one query, however long its list is, and reads committed data. */
export abstract class FcPriceSource {
  /** A number that grows with every load of members, products or rules, at its commit. */
  abstract readChanges(): Promise<number>;
  /** The members that exist among these codes. */
  abstract readStores(memberCodes: readonly string[]): Promise<readonly FcStore[]>;
  abstract readLines(wanted: WantedLines): Promise<readonly FcLine[]>;
  /** All rules whose scope is one of these. */
  abstract readRules(scopes: readonly ScopeKey[]): Promise<readonly FcPriceRule[]>;
}
