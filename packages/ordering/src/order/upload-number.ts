import type { OrderSlip } from './upload-outcome.js';

/** What an `upload_no` of a member stands for. It is kept for ever, beyond its slip and its upload (Spec 4.11). */
export interface BoundUploadNo {
  /** `orderDigest` of the order that was taken under it. */
  readonly digest: Buffer;
  /** Its slip, in the version that it has now, or had when it was removed. */
  readonly slip: OrderSlip;
}

/** What an order does with its `upload_no`. */
export type UploadNoUse =
  /** Nothing was taken under the number: the order is judged. */
  | 'first'
  /** The same order was taken under it: its slip is the answer, and nothing is judged again. */
  | 'repeat'
  /** Another order was taken under it: E000015. */
  | 'other-content';

/** Rule "upload number": one number stands for one order; a refused order does not bind it. */
export function judgeUploadNo(bound: BoundUploadNo | undefined, digest: Buffer): UploadNoUse {
  if (bound === undefined) return 'first';
  return bound.digest.equals(digest) ? 'repeat' : 'other-content';
}
