import { hash } from 'node:crypto';

const digestBytes = 16;

/** A digest of sixteen bytes, to tell whether two contents are the same. */
export function digestOf(content: Buffer | string): Buffer {
  return hash('sha256', content, 'buffer').subarray(0, digestBytes);
}
