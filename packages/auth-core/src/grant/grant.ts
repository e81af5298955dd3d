import type { Right } from '@trading-platform/domain-types';

/**
 * The way in which a grant began: with the authorization page (Spec 4.1), with login ID and password (Spec 4.3), or with a code that a
 * device showed (RFC 8628).
 */
export type GrantFlow = 'code' | 'credentials' | 'device';

/** The reason why a grant was ended before it expired. */
export type GrantEndReason =
  | 'revoked'
  | 'replayed'
  | 'operator'
  | 'user-disabled'
  | 'user-deleted'
  | 'password-set'
  | 'client-deleted';

/**
 * The permission of one user for one client. A grant begins with its first tokens and lasts as long as its refresh tokens are
 * renewed. All times of a grant are epoch milliseconds.
 */
export interface Grant {
  readonly grantId: string;
  readonly clientId: string;
  readonly subject: string;
  readonly flow: GrantFlow;
  readonly scope: string;
  /**
   * The rights that the user saw on the page. Without a page, these are the rights of the client when the grant began.
   * An access token has those of these rights that the client still has when the token is issued.
   */
  readonly rights: readonly Right[];
  /** The time when the user last typed the password for this grant. */
  readonly authenticatedAt: number;
  readonly startedAt: number;
  /** The time when tokens were last issued. */
  readonly renewedAt: number;
  /** The time when the newest refresh token expires. */
  readonly refreshExpiresAt: number;
  readonly endedAt: number | undefined;
  readonly endReason: GrantEndReason | undefined;
}

/**
 * A grant with the hashes of its newest and previous refresh tokens. Any other token that contains the id of the grant and a
 * correct keyed hash of the server is an older token.
 */
export interface StoredGrant extends Grant {
  readonly refreshHash: Uint8Array;
  /**
   * The id of the secret key that made the keyed hash in the newest refresh token. Undefined if the token was made
   * before such ids were stored.
   */
  readonly refreshKeyId: string | undefined;
  readonly replacedHash: Uint8Array | undefined;
  readonly replacedAt: number | undefined;
  /**
   * The answer that contained the successor of the token with the hash `replacedHash`. The stored answer is encrypted with a key
   * that only the holder of the replaced token can compute.
   */
  readonly sealedAnswer: Uint8Array | undefined;
}

/** Returns the grant without its tokens, which must not leave this package. */
export function publicGrant(stored: StoredGrant): Grant {
  const { grantId, clientId, subject, flow, scope, rights, authenticatedAt, startedAt } = stored;
  const { renewedAt, refreshExpiresAt, endedAt, endReason } = stored;
  const terms = { grantId, clientId, subject, flow, scope, rights };
  return { ...terms, authenticatedAt, startedAt, renewedAt, refreshExpiresAt, endedAt, endReason };
}
