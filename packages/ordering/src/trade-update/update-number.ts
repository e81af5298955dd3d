import type { OrderSlip } from '../order/upload-outcome.js';

/**
 * The answer to an update that was made: the slip after the update, and the slip that the update made, if it made one.
 */
export interface UpdateAnswer {
  readonly statusCode: string;
  readonly version: number;
  readonly made: OrderSlip | undefined;
}

/**
 * The update that belongs to an `update_no` of a member. The entry is kept even after the slip and the batch have been removed
 * (Spec 4.11).
 */
export interface BoundUpdateNo {
  /** The `updateDigest` of the update that was made under the number. */
  readonly digest: Buffer;
  /** The answer that was given when the update was made. */
  readonly updated: UpdateAnswer;
}
