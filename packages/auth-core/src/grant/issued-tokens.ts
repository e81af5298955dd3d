/** The answer of both token endpoints, before it is converted to the spelling of the contract (Spec 2.1). */
export interface IssuedTokens {
  readonly scope: string;
  /** The number of seconds until the access token expires. */
  readonly expiresInSeconds: number;
  readonly tokenType: 'Bearer';
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Present only if OpenID Connect is switched on. */
  readonly idToken?: string;
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
    refresh_token: refreshToken,
    scope,
    ...(idToken === undefined ? {} : { id_token: idToken }),
  };
}
