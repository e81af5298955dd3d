import { createHash, hash } from 'node:crypto';

const digestBytes = 16;

/** A digest of sixteen bytes, to tell whether two contents are the same. */
export function digestOf(content: Buffer | string): Buffer {
  return hash('sha256', content, 'buffer').subarray(0, digestBytes);
}

/** The same as `digestOf` of all parts in a row, without a copy of them. */
export function digestOfParts(...parts: readonly (Buffer | string)[]): Buffer {
  const digest = createHash('sha256');
  for (const part of parts) digest.update(part);
  return digest.digest().subarray(0, digestBytes);
}
