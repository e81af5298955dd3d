import { hash } from 'node:crypto';

const digestBytes = 16;

/** Sixteen bytes that stand for a content: the same content has the same digest. */
export function digestOf(content: Buffer | string): Buffer {
  return hash('sha256', content, 'buffer').subarray(0, digestBytes);
}
