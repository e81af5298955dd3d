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

/** The slip that an order became, or what its `upload_no` stands for already. */
export type TakenOrder = { readonly taken: OrderSlip } | { readonly bound: BoundUploadNo };

/** A planned slip with what must be looked at again before it is sent. */
export type StoredOrder = Omit<GenerableSlip, 'refusal'> &
  Pick<UploadedOrder, 'member_code_self' | 'member_code_partner' | 'hope_delivery_date'> & {
    /** `my_catalog_id` of its lines. */
    readonly catalogIds: readonly string[];
  };

/** The orders of the platform: their numbers, slips and versions. */
export abstract class OrderStore {
  /** Of these `upload_no`s of a member those that are bound, and to what. */
  abstract findUploadNos(
    callerMemberCode: string,
    uploadNos: readonly string[],
  ): Promise<ReadonlyMap<string, BoundUploadNo>>;

  /**
   * Takes orders with one commit, each whole or not at all: binds its `upload_no` and stores both views of its slip. If the
   * number was bound since, nothing is stored of the order and what it is bound to is answered. No `upload_no` is given twice.
   *
   * @returns one answer an order, in their order
   */
  abstract take(orders: readonly OrderToTake[]): Promise<readonly TakenOrder[]>;

  /** Of these slips those that the caller sees the buyer of, by `trade_id`. */
  abstract findOrders(callerMemberCode: string, tradeIds: readonly string[]): Promise<ReadonlyMap<string, StoredOrder>>;

  /**
   * Sends planned slips, all or none: each by one update on condition of the version that was read, in both views. If one has
   * another version by then, nothing is stored and the `trade_id`s of all such slips are answered.
   */
  abstract send(
    slips: readonly Pick<GenerableSlip, 'tradeId' | 'version'>[],
    at: Date,
  ): Promise<{ readonly versions: ReadonlyMap<string, number> } | { readonly updatedElsewhere: readonly string[] }>;
}
