import type { BatchState, FailureReason } from './batches.js';
import type { FieldError } from './errors.js';

/** Answer of `GET /api/orders/form`. The answer describes the fields of an upload. */
export type { OrderForm } from '@trading-platform/order-file';

/**
 * Answer of `GET /api/orders?status=&partner=&from=&to=&cursor=`, which calls `/order/list`. `status` has values of
 * `status_code`, with commas between them. `partner` is the member code of the other side. `from` and `to` are order days
 * (`yyyy-MM-dd`). A page may be empty although `nextCursor` leads to another one.
 */
export interface OrdersAnswer {
  readonly orders: readonly ListedOrder[];
  readonly nextCursor?: string;
}

/** An order with its version. A request that changes the order must name this version. */
export interface ListedOrder {
  readonly tradeId: string;
  readonly version: string;
  readonly uploadNo: string;
  readonly statusCode: string;
  /** The slip number that people use. `""` if the slip has none. */
  readonly checkNumber: string;
  /** The member whose slip it is, either the buyer or the seller. */
  readonly ownMember: string;
  readonly partner: string;
  /** The name of the other side in the slip. `""` if the slip has no such name. */
  readonly partnerName: string;
  readonly orderDay: string;
  readonly wishedDay: string;
  readonly total: string;
  /** Whether the order can be sent by `POST /api/orders/generate`. */
  readonly isPlanned: boolean;
}

/**
 * Body of `POST /api/orders/generate`. Either all orders are sent or none. If an order has a newer version, the answer
 * is 409 `conflict`, and `fields` contains the index of that order.
 */
export interface GenerateRequest {
  readonly orders: readonly { readonly tradeId: string; readonly version?: string }[];
}

/** Answer of `POST /api/orders/generate`. */
export interface GenerateAnswer {
  readonly orders: readonly { readonly tradeId: string; readonly version: string }[];
}

/**
 * `POST /api/orders/upload?checkOnly=0|1`. The body is a JSON list of orders (Spec 4.11), sent as bytes
 * (`application/octet-stream`, at most 16 MB), with the header `Idempotency-Key`. The body is `refused` as a whole if
 * it is not JSON, or if it has a shape that uploads do not allow. The `item` in `fields` is then a path such as
 * `order_list[2].detail_list[0].prod_lot_qty`. The same orders may be sent again, also after a correction. If an
 * `upload_no` was accepted before, the answer contains the slip that was created then.
 */
export interface UploadAccepted {
  /** `GET /api/orders/uploads/{uploadId}` returns the outcome. */
  readonly uploadId: string;
  /**
   * Fields of the orders that the platform has ignored because it does not know them, such as `order_list[].colour`.
   */
  readonly ignored: readonly string[];
}

/** Answer of `GET /api/orders/uploads/{uploadId}`. The call works for any upload whose batch the user may see. */
export interface UploadAnswer {
  readonly state: BatchState;
  /**
   * The number of orders whose outcome is known. For a finished upload these are all orders, and for a failed upload
   * the accepted orders.
   */
  readonly orderCount: number;
  readonly refusedCount: number;
  readonly reason?: FailureReason;
  /**
   * The results of an upload that has ended, in the order of the file. Orders that were not checked are left out. The
   * list is empty if the results are no longer kept.
   */
  readonly results: readonly UploadedOrder[];
}

/**
 * Answer of `GET /api/orders/uploads/{uploadId}/request`. The body of the upload can be read while its batch is kept.
 */
export interface UploadRequestAnswer {
  /** The body, as the platform has read it. Its `order_list` has the orders. */
  readonly input: Readonly<Record<string, unknown>>;
}

/** The outcome of one order. */
export interface UploadedOrder {
  /** From 1. */
  readonly seq: number;
  readonly uploadNo: string;
  readonly isAccepted: boolean;
  readonly tradeId: string;
  readonly checkNumber: string;
  readonly version: string;
  /** `item` is the path of a field in the order, such as `detail_list[3].prod_lot_qty`. */
  readonly errors: readonly FieldError[];
}
