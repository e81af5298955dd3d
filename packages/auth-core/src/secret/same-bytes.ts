import { hash, timingSafeEqual } from 'node:crypto';

/** Compares two values. The duration depends on neither of the values. Values of different lengths are never equal. */
export function sameBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Compares two texts of any length in constant time, by comparing their digests. */
export function sameText(left: string, right: string): boolean {
  return timingSafeEqual(sha256(left), sha256(right));
}

export function sha256(value: string | Uint8Array): Buffer {
  return hash('sha256', value, 'buffer');
}
