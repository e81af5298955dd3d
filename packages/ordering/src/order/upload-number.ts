import { judgeOwnNumber, type OwnNumberUse } from '../slip-input/own-number.js';
import type { OrderSlip } from './upload-outcome.js';

/**
 * The order and the slip that belong to an `upload_no` of a member. The entry of an upload number is kept even after the slip and
 * the upload have been removed (Spec 4.11).
 */
export interface BoundUploadNo {
  /** The `orderDigest` of the order that was accepted under the upload number. */
  readonly digest: Buffer;
  /** The slip of the order, with its current version or, if it was removed, its last version. */
  readonly slip: OrderSlip;
}

/** The result of comparing an order with the earlier use of its `upload_no`. */
export type UploadNoUse = OwnNumberUse;

/** Rule "upload number": each number belongs to one order. A refused order does not use up its number. */
export function judgeUploadNo(bound: BoundUploadNo | undefined, digest: Buffer): UploadNoUse {
  return judgeOwnNumber(bound, digest);
}
