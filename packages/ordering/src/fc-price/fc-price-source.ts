import type { FcPriceRule, ScopeKey } from './fc-price-rule.js';

/** The data about a member that are needed to calculate an FC price. A member code that is missing is `''`. */
export interface FcStore {
  readonly memberCode: string;
  readonly fcOwnerMemberCode: string;
  readonly headOfficeMemberCode: string;
}

/** The data about an order-master line that are needed to calculate an FC price. */
export interface FcLine {
  readonly memberCode: string;
  readonly catalogId: string;
  readonly foodCatLargeCode: string;
  /** Whether the stores of a head office may use the line, if the line belongs to the head office. */
  readonly shared: boolean;
}

/** The `catalog_id`s to search for, grouped by the member whose order master is searched. */
export type WantedLines = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * The source of the data from which FC prices are calculated. Each method needs only one query, even for a long list, and reads
 * committed data.
 */
export abstract class FcPriceSource {
  /** Returns a number that increases with every import of members, products or rules. */
  abstract readChanges(): Promise<number>;
  /** Returns the members that exist among these codes. */
  abstract readStores(memberCodes: readonly string[]): Promise<readonly FcStore[]>;
  abstract readLines(wanted: WantedLines): Promise<readonly FcLine[]>;
  /** Returns all rules that have one of these scopes. */
  abstract readRules(scopes: readonly ScopeKey[]): Promise<readonly FcPriceRule[]>;
}
