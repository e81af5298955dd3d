import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

/** Of requests that another thread has read: it takes long where a request is large. */
const known = new WeakMap<object, string>();

/**
 * SHA-256 of what was read of a request, in its one canonical form (RFC 8785), for the comparison of repeats: what the
 * request class does not know has no part in it, nor in which form a code or an element was sent.
 */
export function requestDigest(value: object): string {
  return (
    known.get(value) ??
    createHash('sha256')
      .update(canonicalize(value) ?? '')
      .digest('base64url')
  );
}

/** Notes the digest that another thread has made of the same request. */
export function noteDigest(value: object, digest: string): void {
  known.set(value, digest);
}
