import type { SlipAction, SlipSide, TradeImport } from '@trading-platform/domain-types';
import type { ChangedView, SlipActor } from '../history/slip-change.js';
import type { OrderPair } from '../order/order-pair.js';
import type { SlipNumbers } from '../order/slip-views.js';
import type { SlipLife } from '../trade/slip-life.js';
import type { PackedCodes, Slip } from '../trade/trade-format.js';
import type { BoundUpdateNo, UpdateAnswer } from './update-number.js';

/** One side's view of a stored slip, without its body. */
export interface ViewHead {
  /** The number of the row, which the receipts of trade downloads name. */
  readonly id: number;
  readonly memberCodeSelf: string;
  readonly memberCodePartner: string;
  readonly statusCode: string;
  /** The version of the slip when this view last changed. */
  readonly version: number;
  /** Whether the view is the buyer's. */
  readonly isBuyers: boolean;
  readonly isVisible: boolean;
  readonly fcOwnerMemberCode: string;
  /** The codes of the products in the lines. */
  readonly codes: PackedCodes;
  /** The size of the stored body in bytes. */
  readonly storedBytes: number;
}

/** A stored slip, without the bodies of its views. */
export interface SlipHead {
  readonly tradeId: string;
  readonly version: number;
  readonly views: readonly ViewHead[];
  /** Whether uploads and updates of the platform have written all views. Views that were imported, or sent after an import, need a check. */
  readonly isMadeHere: boolean;
  readonly life: SlipLife;
}

/** A buyer and a seller, with the products that updates name. */
export interface UpdatedPair {
  readonly buyer: string;
  readonly seller: string;
  readonly catalogIds: readonly string[];
  readonly privateItemCodes: readonly string[];
}

/** Slips as of one instant. */
export interface SlipReading {
  readonly heads: ReadonlyMap<string, SlipHead>;
  /**
   * Returns all views of some of the slips as lines of a `trade` file. The order is the same as in `views` of the
   * slips' heads.
   */
  readViews(slips: readonly SlipHead[]): Promise<ReadonlyMap<string, readonly TradeImport[]>>;
  /** Returns the data for judging updates of pairs. If the buyer or the seller is unknown, its pair is undefined. */
  readPairs(pairs: readonly UpdatedPair[]): Promise<readonly (OrderPair | undefined)[]>;
  close(): Promise<void>;
}

/** An update that was accepted. */
export interface AcceptedUpdate {
  readonly updateNo: string;
  /** @see updateDigest */
  readonly digest: Buffer;
  /** The slip as it was when the update was judged. */
  readonly slip: SlipHead;
  readonly side: SlipSide;
  readonly action: SlipAction;
  /** The life of the slip after the update. */
  readonly life: SlipLife;
  /** The numbers of the slip that the update makes, or undefined if it makes none. */
  readonly made: SlipNumbers | undefined;
}

/** An accepted update with its views in the form in which they are stored, which takes much less memory than the records. */
export interface UpdateToMake extends AcceptedUpdate {
  readonly views: readonly Slip[];
  /** What changed in each view. */
  readonly changed: readonly ChangedView[];
  /** Both views of the slip that the update makes. Empty if it makes none. */
  readonly madeViews: readonly Slip[];
}

/** The caller and the time of updates. */
export interface UpdateCaller {
  /** The member that owns the `update_no`s. */
  readonly memberCode: string;
  /** The caller, for the histories of the slips. */
  readonly by: SlipActor;
  /** The time of the updates, in epoch milliseconds. */
  readonly at: number;
}

/**
 * The result of one update: the slip after the update, or the reason why the update was not made. Reasons: another
 * process made an update under the same `update_no` in the meantime, another change of the slip was faster, or the slip
 * was removed.
 */
export type MadeUpdate =
  | { readonly updated: UpdateAnswer }
  | { readonly bound: BoundUpdateNo }
  | { readonly changedTo: Pick<UpdateAnswer, 'statusCode' | 'version'> }
  | { readonly removed: true };

/** The store of slips, for their updates. */
export abstract class TradeUpdateStore {
  /** Returns the `update_no`s of a member that are already in use, with the answers that their updates got. */
  abstract findUpdateNos(
    callerMemberCode: string,
    updateNos: readonly string[],
  ): Promise<ReadonlyMap<string, BoundUpdateNo>>;

  /** Opens a reading of slips. Slips that do not exist are left out. The caller must close the reading. */
  abstract read(callerMemberCode: string, tradeIds: readonly string[], signal: AbortSignal): Promise<SlipReading>;

  /** Takes numbers for the slips that updates make, and returns the first one. Unused numbers do no harm. */
  abstract takeRunningNumbers(count: number): Promise<number>;

  /**
   * Makes updates, each completely or not at all: both views of the slip, its life, its history, and the slip that the
   * update makes. The `update_no` of each update is bound. An update is made only if its slip still has the version with which it
   * was judged. All updates of a call are made in one transaction, for which other writers must wait. The updates must have
   * different update numbers and different slips.
   *
   * @returns an answer for each update, in their order
   */
  abstract make(updates: readonly UpdateToMake[], caller: UpdateCaller): Promise<readonly MadeUpdate[]>;
}
