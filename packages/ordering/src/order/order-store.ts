import type { JapanTime } from '../delivery/japan-time.js';
import type { RefusedMember } from '../member/refused-member.js';
import type { GenerableSlip } from './generate-orders.js';
import type { AcceptedOrder } from './judge-order.js';
import type { BoundUploadNo } from './upload-number.js';
import type { OrderSlip } from './upload-outcome.js';
import type { UploadedOrder } from './uploaded-order.js';

/** An order that is to be taken. */
export interface OrderToTake {
  /** Whose `upload_no` it is. */
  readonly callerMemberCode: string;
  readonly accepted: AcceptedOrder;
  /** @see orderDigest */
  readonly digest: Buffer;
}

/** What became of it: its slip, what its `upload_no` had been bound to meanwhile, or the fields whose members are gone. */
export type TakenOrder =
  | { readonly taken: OrderSlip }
  | { readonly bound: BoundUploadNo }
  | { readonly refused: readonly RefusedMember[] };

/** A slip with what must be looked at again before it is sent. */
export type StoredOrder = Omit<GenerableSlip, 'refusal'> &
  Pick<UploadedOrder, 'member_code_self' | 'member_code_partner' | 'hope_delivery_date'> & {
    /** `my_catalog_id` of its lines. */
    readonly catalogIds: readonly string[];
    /** As it is stored: a text that is no amount can stand there. */
    readonly trade_total: string;
  };

/** A planned slip, in the version that was judged. */
export type SlipToSend = Pick<GenerableSlip, 'tradeId' | 'version'>;

/** The versions that the slips have got, by `trade_id`; or all that had another version by then. */
export type SentSlips =
  | { readonly versions: ReadonlyMap<string, number> }
  | { readonly updatedElsewhere: readonly string[] };

/** The orders of the platform: their numbers, slips and versions. */
export abstract class OrderStore {
  /** Of these `upload_no`s of a member those that are bound, and to what. */
  abstract findUploadNos(
    callerMemberCode: string,
    uploadNos: readonly string[],
  ): Promise<ReadonlyMap<string, BoundUploadNo>>;

  /**
   * Takes orders, each whole or not at all: binds its `upload_no` and stores both views of its slip. If the number was bound
   * since, nothing of the order is stored and what it is bound to is answered; nor is anything if one of its members was removed
   * since it was judged, the buyer's FC owner counting as the buyer. The orders share a commit, so a call with some
   * dozens of them costs little more than one with a single order, and other writers wait for as long. No two have the same number.
   *
   * @returns one answer an order, in their order
   */
  abstract take(orders: readonly OrderToTake[]): Promise<readonly TakenOrder[]>;

  /** Of these slips those that the caller sees the buyer of, by `trade_id`. */
  abstract findOrders(callerMemberCode: string, tradeIds: readonly string[]): Promise<ReadonlyMap<string, StoredOrder>>;

  /**
   * Sends planned slips, all or none: each by one update on condition of the version that was judged, in all its views. If one has
   * another version by then, nothing is stored and the `trade_id`s of all such slips are answered.
   */
  abstract send(slips: readonly SlipToSend[], at: JapanTime): Promise<SentSlips>;
}
