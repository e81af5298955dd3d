import { createHash, hash } from 'node:crypto';

const digestBytes = 16;

/** Computes a 16-byte digest, which shows whether two contents are the same. */
export function digestOf(content: Buffer | string): Buffer {
  return hash('sha256', content, 'buffer').subarray(0, digestBytes);
}

/** Returns the `digestOf` of all parts joined together, without copying them. */
export function digestOfParts(...parts: readonly (Buffer | string)[]): Buffer {
  const digest = createHash('sha256');
  for (const part of parts) digest.update(part);
  return digest.digest().subarray(0, digestBytes);
}
