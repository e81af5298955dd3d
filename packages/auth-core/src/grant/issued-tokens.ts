/** The answer of the token endpoints, before it is converted to the spelling of the contract (Spec 2.1). */
export interface IssuedTokens {
  readonly scope: string;
  /** The number of seconds until the access token expires. */
  readonly expiresInSeconds: number;
  readonly tokenType: 'Bearer';
  readonly accessToken: string;
  /** Absent for a service account, which asks for its next access token with its own secret (RFC 6749 4.4.3). */
  readonly refreshToken?: string;
  /** Present only if OpenID Connect is switched on. */
  readonly idToken?: string;
}

/** The tokens of a grant, which always include a refresh token. */
export interface GrantTokens extends IssuedTokens {
  readonly refreshToken: string;
}

/** Converts issued tokens to the form of OAuth (RFC 6749 §5.1, OpenID Connect Core §3.1.3.3). */
export function tokenResponse({
  accessToken,
  tokenType,
  expiresInSeconds,
  refreshToken,
  scope,
  idToken,
}: IssuedTokens) {
  return {
    access_token: accessToken,
    token_type: tokenType,
    expires_in: expiresInSeconds,
    ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
    scope,
    ...(idToken === undefined ? {} : { id_token: idToken }),
  };
}
