import type { SlipSide, TradeImport } from '@trading-platform/domain-types';
import type { SlipLife } from '../trade/slip-life.js';
import type { HistoryAction, SlipActor } from './slip-change.js';

/** One member's view of a stored slip. */
export interface FoundView {
  readonly memberCodeSelf: string;
  readonly side: SlipSide;
  /** Whether the caller sees the member. */
  readonly isVisible: boolean;
  /** The rendered record of the view, without its opening brace. */
  readonly body: Uint8Array;
  /** The view in the form of a line of a `trade` file. */
  readonly record: TradeImport;
}

/** A stored slip with all its views. */
export interface FoundSlip {
  readonly tradeId: string;
  readonly version: number;
  /** True if uploads and updates have written all views. */
  readonly isMadeHere: boolean;
  readonly life: SlipLife;
  readonly views: readonly FoundView[];
}

/** A page of a history: the changes that gave a slip a version below `below`, newest first, at most `limit`. */
export interface HistoryPage {
  readonly tradeId: string;
  readonly below: number;
  readonly limit: number;
}

/** One stored change of a slip. */
export interface FoundChange {
  readonly version: number;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly action: HistoryAction;
  readonly by: SlipActor;
  readonly side: SlipSide | '';
  /** The member of the side, or `""` for an operator. */
  readonly memberCodeSelf: string;
  /** Returns the names of the fields that changed in a member's view. */
  readonly changedIn: (memberCodeSelf: string) => readonly string[];
}

/** Finds single slips and their histories. */
export abstract class SlipDirectory {
  /** Finds a slip with all its views, even views that the caller does not see. */
  abstract find(callerMemberCode: string, tradeId: string): Promise<FoundSlip | undefined>;

  /** Reads a page of the history of a slip. */
  abstract history(page: HistoryPage): Promise<readonly FoundChange[]>;
}
