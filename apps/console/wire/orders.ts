import type { BatchState, FailureReason } from './batches.js';
import type { FieldError } from './errors.js';
import type { FieldDescription } from './functions.js';

/** Answer of `GET /api/orders?status=&cursor=` (`/order/list`); `status` as `status_code` of the platform. */
export interface OrdersAnswer {
  readonly orders: readonly ListedOrder[];
  readonly nextCursor?: string;
}

/** An order with the version that a change has to name. */
export interface ListedOrder {
  readonly tradeId: string;
  readonly version: string;
  readonly uploadNo: string;
  readonly statusCode: string;
  readonly buyer: string;
  readonly seller: string;
  readonly orderDay: string;
  readonly wishedDay: string;
  readonly total: string;
  /** Whether it can be sent by `POST /api/orders/generate`. */
  readonly isPlanned: boolean;
}

/**
 * Body of `POST /api/orders/generate`: all or none. If an order has a newer version, the answer is 409 `conflict` with the place of the
 * order in `fields`.
 */
export interface GenerateRequest {
  readonly orders: readonly { readonly tradeId: string; readonly version?: string }[];
}

/** Answer of `POST /api/orders/generate`. */
export interface GenerateAnswer {
  readonly orders: readonly { readonly tradeId: string; readonly version: string }[];
}

/** Answer of `GET /api/orders/form`: the fields of an upload. */
export interface OrderForm {
  /** The list of orders; the list in it is that of the lines of an order. */
  readonly orders: FieldDescription;
  /** The greatest number of lines in all orders of an upload. */
  readonly maxLines: number;
}

/**
 * `POST /api/orders/upload?checkOnly=0|1`, a JSON list of orders (Spec 4.11) as bytes (`application/octet-stream`, at most 16 MB), header
 * `Idempotency-Key`. A body that is no JSON, or that the form of an upload does not allow, is `refused` as a whole, `item` in `fields` such
 * as `order_list[2].detail_list[0].prod_lot_qty`. May be sent again, also corrected: the answer to an `upload_no` that was accepted before
 * names its slip.
 */
export interface UploadAccepted {
  /** `GET /api/orders/uploads/{uploadId}` has its outcome. */
  readonly uploadId: string;
  /** Fields of the orders that the platform does not know and has ignored, such as `order_list[].colour`. */
  readonly ignored: readonly string[];
}

/** Answer of `GET /api/orders/uploads/{uploadId}`, of any upload whose batch may be seen. */
export interface UploadAnswer {
  readonly state: BatchState;
  /** The number of known outcomes: of all orders of a finished upload, and of the accepted orders of a failed one. */
  readonly orderCount: number;
  readonly refusedCount: number;
  readonly reason?: FailureReason;
  /**
   * The results of an upload that has ended, in the order of the file, without orders that were not checked. Empty if they are no longer
   * kept.
   */
  readonly results: readonly UploadedOrder[];
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
  /** `item` names the field of the order, such as `detail_list[3].prod_lot_qty`. */
  readonly errors: readonly FieldError[];
}
