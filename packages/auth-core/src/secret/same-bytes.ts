import { hash, timingSafeEqual } from 'node:crypto';

/** Compares in a time that depends on neither value. Different lengths are simply different. */
export function sameBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Compares two texts of any length in constant time, through their digests. */
export function sameText(left: string, right: string): boolean {
  return timingSafeEqual(sha256(left), sha256(right));
}

export function sha256(value: string | Uint8Array): Buffer {
  return hash('sha256', value, 'buffer');
}
