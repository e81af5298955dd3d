import type { FoundOrder, FoundProduct, FoundSlip, Partner } from '@trading-platform/domain-types';

/** The found records, and whether all names were compared. */
export interface Found<Element> {
  readonly elements: readonly Element[];
  /** False if the time for comparing names was over. */
  readonly isComplete: boolean;
}

/**
 * Finds single records by their numbers, codes and names: at most `ownLimits.findAnswerElements` of each kind. A caller
 * finds only records that it may see. Codes are found by an index. Names are compared for a limited time, for two
 * callers at a time.
 */
export abstract class Finder {
  /** Finds slips by `trade_id`, by the beginning of `check_number`, and by the beginning of an own `upload_no`. */
  abstract slips(callerMemberCode: string, text: string): Promise<readonly FoundSlip[]>;

  /** Finds orders that the caller's member has uploaded, by the beginning of `upload_no`. */
  abstract orders(callerMemberCode: string, text: string): Promise<readonly FoundOrder[]>;

  /** Finds products in the caller's own master, by a code, or by words of the name, the specification or a code. */
  abstract products(callerMemberCode: string, text: string): Promise<Found<FoundProduct>>;

  /** Finds partners of the caller's own member, by a code, or by words of the name. */
  abstract partners(callerMemberCode: string, text: string): Promise<Found<Partner>>;
}
