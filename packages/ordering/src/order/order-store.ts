import type { JapanTime } from '../delivery/japan-time.js';
import type { RefusedMember } from '../member/refused-member.js';
import type { GenerableSlip } from './generate-orders.js';
import type { AcceptedOrder } from './judge-order.js';
import type { BoundUploadNo } from './upload-number.js';
import type { OrderSlip } from './upload-outcome.js';
import type { UploadedOrder } from './uploaded-order.js';

/** An order to take. */
export interface OrderToTake {
  /** The member that owns the `upload_no`. */
  readonly callerMemberCode: string;
  readonly accepted: AcceptedOrder;
  /** @see orderDigest */
  readonly digest: Buffer;
}

/** The outcome: its slip, the slip to which its `upload_no` was bound meanwhile, or the fields whose members are gone. */
export type TakenOrder =
  | { readonly taken: OrderSlip }
  | { readonly bound: BoundUploadNo }
  | { readonly refused: readonly RefusedMember[] };

/** A slip with the data that is judged again before it is sent. */
export type StoredOrder = Omit<GenerableSlip, 'refusal'> &
  Pick<UploadedOrder, 'member_code_self' | 'member_code_partner' | 'hope_delivery_date'> & {
    /** `my_catalog_id` of its lines. */
    readonly catalogIds: readonly string[];
    /** As stored: it may be a text that is not an amount. */
    readonly trade_total: string;
  };

/** A planned slip in its judged version. */
export type SlipToSend = Pick<GenerableSlip, 'tradeId' | 'version'>;

/** The new versions of the slips, by `trade_id`; or all slips whose version had changed. */
export type SentSlips =
  | { readonly versions: ReadonlyMap<string, number> }
  | { readonly updatedElsewhere: readonly string[] };

/** The orders of the platform: their numbers, slips and versions. */
export abstract class OrderStore {
  /** The bound ones of these `upload_no`s of a member, with their slips. */
  abstract findUploadNos(
    callerMemberCode: string,
    uploadNos: readonly string[],
  ): Promise<ReadonlyMap<string, BoundUploadNo>>;

  /**
   * Takes orders, each whole or not at all: binds its `upload_no` and stores both views of its slip. If the number was bound since, the
   * order is not stored and the answer has the bound slip. An order is refused if one of its members was removed since it was judged;
   * the buyer's FC owner counts as the buyer. The orders share a commit: dozens of them cost little more than one, and other writers
   * wait as long. No two orders have the same number.
   *
   * @returns an answer for each order, in their order
   */
  abstract take(orders: readonly OrderToTake[]): Promise<readonly TakenOrder[]>;

  /** The given slips whose buyer the caller sees, by `trade_id`. */
  abstract findOrders(callerMemberCode: string, tradeIds: readonly string[]): Promise<ReadonlyMap<string, StoredOrder>>;

  /**
   * Sends planned slips, all or none: each by one update of all its views, if its version has not changed since it was judged. If any
   * version has changed, nothing is stored and the answer has the `trade_id`s of all such slips.
   */
  abstract send(slips: readonly SlipToSend[], at: JapanTime): Promise<SentSlips>;
}
