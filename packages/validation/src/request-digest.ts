import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

/**
 * SHA-256 of what was read of a request, in its one canonical form (RFC 8785), for the comparison of repeats: what the
 * request class does not know has no part in it, nor in which form a code or an element was sent.
 */
export function requestDigest(value: object): string {
  return createHash('sha256')
    .update(canonicalize(value) ?? '')
    .digest('base64url');
}
