import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

/** Digests made by another thread, because the digest of a large request takes long. */
const known = new WeakMap<object, string>();

/**
 * SHA-256 of the known fields of a request in canonical form (RFC 8785), to recognize repeats. Unknown fields make no
 * difference, nor does the form in which a code or an element was sent.
 */
export function requestDigest(value: object): string {
  return (
    known.get(value) ??
    createHash('sha256')
      .update(canonicalize(value) ?? '')
      .digest('base64url')
  );
}

/** Stores a digest that another thread has made of the same request. */
export function noteDigest(value: object, digest: string): void {
  known.set(value, digest);
}
