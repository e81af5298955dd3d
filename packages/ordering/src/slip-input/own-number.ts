/** The result of comparing an element with the earlier use of the caller's own number. */
export type OwnNumberUse =
  /** The number has not been used, so the element is judged. */
  | 'first'
  /** The same element was accepted under the number. The earlier result is returned, and nothing is judged again. */
  | 'repeat'
  /** A different element was accepted under the number, which is the error E000015. */
  | 'other-content';

/**
 * Rule "own number": an `upload_no` belongs to one order, and an `update_no` to one change of a slip. A refused order
 * or change does not use up its number.
 */
export function judgeOwnNumber(bound: { readonly digest: Buffer } | undefined, digest: Buffer): OwnNumberUse {
  if (bound === undefined) return 'first';
  return bound.digest.equals(digest) ? 'repeat' : 'other-content';
}
