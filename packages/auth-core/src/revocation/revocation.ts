import { sha256 } from '../secret/same-bytes.js';

/** Kinds of revocations: one access token, or all tokens of a grant, user or client. */
export type RevocationKind = 'token' | 'grant' | 'user' | 'client';

/** One entry of the revocation feed. It names what was revoked only to those who hold a token of it. */
export interface Revocation {
  /** Position in the feed; grows in the order in which entries become visible. */
  readonly position: number;
  /** `revocationDigest` of what was revoked. */
  readonly digest: string;
  /** Of a user or client: tokens up to this generation are revoked. Nothing: all of them are, for good. */
  readonly upToGeneration: number | undefined;
  /** Epoch milliseconds. */
  readonly revokedAt: number;
}

/** Ids are random and long, so their digests can be published. */
export function revocationDigest(kind: RevocationKind, id: string): string {
  return sha256(`${kind}\n${id}`).toString('base64url');
}
