import { sha256 } from '../secret/same-bytes.js';

/** The kinds of revocations: one access token, or all tokens of a grant, user or client. */
export type RevocationKind = 'token' | 'grant' | 'user' | 'client';

/**
 * One entry of the revocation feed. Only somebody who has a token of the revoked object can recognise the object in the entry.
 */
export interface Revocation {
  /** The position in the feed. Positions increase in the order in which entries become visible. */
  readonly position: number;
  /** The `revocationDigest` of the revoked object. */
  readonly digest: string;
  /**
   * For a user or client: tokens up to this generation are revoked. If the generation is undefined, all tokens are revoked for
   * ever.
   */
  readonly upToGeneration: number | undefined;
  /** The time of the revocation in epoch milliseconds. */
  readonly revokedAt: number;
}

/** Ids are random and long, so their digests can be published. */
export function revocationDigest(kind: RevocationKind, id: string): string {
  return sha256(`${kind}\n${id}`).toString('base64url');
}
