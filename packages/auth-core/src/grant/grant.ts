/** How a grant came about: by the authorization page (Spec 4.1), or by login ID and password (Spec 4.3). */
export type GrantFlow = 'code' | 'credentials';

/** Why a grant ended before its time. */
export type GrantEndReason =
  | 'revoked'
  | 'replayed'
  | 'operator'
  | 'user-disabled'
  | 'user-deleted'
  | 'password-set'
  | 'client-deleted';

/**
 * The permission of one user for one client: it starts with the first tokens and lasts as long as its refresh tokens are renewed.
 * Times are epoch milliseconds.
 */
export interface Grant {
  readonly grantId: string;
  readonly clientId: string;
  readonly subject: string;
  readonly flow: GrantFlow;
  readonly scope: string;
  /** When the user last gave the password for it. */
  readonly authenticatedAt: number;
  readonly startedAt: number;
  /** When tokens were last issued. */
  readonly renewedAt: number;
  /** End of the newest refresh token. */
  readonly refreshExpiresAt: number;
  readonly endedAt: number | undefined;
  readonly endReason: GrantEndReason | undefined;
}

/**
 * A grant keeps the hashes of its newest refresh token and of the one before. Any other token with the grant's id and the
 * server's seal is older.
 */
export interface StoredGrant extends Grant {
  readonly refreshHash: Uint8Array;
  /** Id of the secret key in the newest refresh token's seal; nothing where it was made before ids were kept. */
  readonly refreshKeyId: string | undefined;
  readonly replacedHash: Uint8Array | undefined;
  readonly replacedAt: number | undefined;
  /** The answer that replaced `replacedHash`, encrypted under a key that only the holder of that token has. */
  readonly sealedAnswer: Uint8Array | undefined;
}

/** The grant without its tokens, which only this package may see. */
export function publicGrant(stored: StoredGrant): Grant {
  const { grantId, clientId, subject, flow, scope, authenticatedAt, startedAt, renewedAt } = stored;
  const { refreshExpiresAt, endedAt, endReason } = stored;
  const ids = { grantId, clientId, subject, flow, scope };
  return { ...ids, authenticatedAt, startedAt, renewedAt, refreshExpiresAt, endedAt, endReason };
}
