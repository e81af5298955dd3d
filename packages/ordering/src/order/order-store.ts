import type { JapanTime } from '../delivery/japan-time.js';
import type { SlipActor } from '../history/slip-change.js';
import type { RefusedMember } from '../member/refused-member.js';
import type { GenerableSlip } from './generate-orders.js';
import type { AcceptedOrder } from './judge-order.js';
import type { BoundUploadNo } from './upload-number.js';
import type { OrderSlip } from './upload-outcome.js';
import type { UploadedOrder } from './uploaded-order.js';

/** An order that is to be accepted and stored. */
export interface OrderToTake {
  /** The member that owns the `upload_no`. */
  readonly callerMemberCode: string;
  /** The sender, for the history of the slip. By default, only the sender's member is known. */
  readonly by?: SlipActor;
  readonly accepted: AcceptedOrder;
  /** @see orderDigest */
  readonly digest: Buffer;
}

/**
 * The result for one order: its slip, the slip of an order that another process stored under the same `upload_no` in the
 * meantime, or the fields whose members no longer exist.
 */
export type TakenOrder =
  | { readonly taken: OrderSlip }
  | { readonly bound: BoundUploadNo }
  | { readonly refused: readonly RefusedMember[] };

/** A slip, and the data that are judged again before the slip is sent. */
export type StoredOrder = Omit<GenerableSlip, 'refusal' | 'changeUntil'> &
  Pick<UploadedOrder, 'member_code_self' | 'member_code_partner' | 'hope_delivery_date'> & {
    /** The `my_catalog_id` of each line. */
    readonly catalogIds: readonly string[];
    /** The stored text, which is not always a valid amount. */
    readonly trade_total: string;
  };

/** A planned slip, and its version at the time when it was judged. */
export type SlipToSend = Pick<GenerableSlip, 'tradeId' | 'version'> & {
  /** The buyer, for the history of the slip. */
  readonly memberCodeBuyer?: string;
  /** The first moment at which the buyer cannot change the order any more. By default, none is stored. */
  readonly changeUntil?: string;
};

/** Either a map from `trade_id` to the new version of each slip, or the ids of the slips that others have changed. */
export type SentSlips =
  | { readonly versions: ReadonlyMap<string, number> }
  | { readonly updatedElsewhere: readonly string[] };

/** The store of all orders: their upload numbers, slips and versions. */
export abstract class OrderStore {
  /** Returns the `upload_no`s of a member that are already in use, with their slips. */
  abstract findUploadNos(
    callerMemberCode: string,
    uploadNos: readonly string[],
  ): Promise<ReadonlyMap<string, BoundUploadNo>>;

  /**
   * Stores orders, each completely or not at all. For each order, its `upload_no` is bound and both views of its slip are stored.
   * If the `upload_no` has been bound in the meantime, the order is not stored and the answer contains the slip that is bound to
   * it. An order is refused if one of its members was removed after the order was judged. If the buyer's FC owner was removed,
   * the refusal of the order names the buyer. All orders of a call are stored in one transaction, for which other writers must
   * wait. Storing dozens of orders takes little longer than storing one order. The orders must have different upload numbers.
   *
   * @returns an answer for each order, in their order
   */
  abstract take(orders: readonly OrderToTake[]): Promise<readonly TakenOrder[]>;

  /** Returns a map from `trade_id` to slip. The map contains the slips with these ids whose buyer the caller sees. */
  abstract findOrders(callerMemberCode: string, tradeIds: readonly string[]): Promise<ReadonlyMap<string, StoredOrder>>;

  /**
   * Sends planned slips, either all or none. Sending a slip updates all its views at once. If the version of any slip
   * has changed since it was judged, nothing is stored, and the answer contains the `trade_id`s of all changed slips.
   *
   * @param by the caller, for the histories of the slips
   */
  abstract send(slips: readonly SlipToSend[], at: JapanTime, by?: SlipActor): Promise<SentSlips>;
}
