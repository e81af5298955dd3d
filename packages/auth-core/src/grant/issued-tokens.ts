/** The answer of both token endpoints, before it gets the contract's spelling. Spec 2.1. */
export interface IssuedTokens {
  readonly scope: string;
  /** Remaining life of the access token, in seconds. */
  readonly expiresInSeconds: number;
  readonly tokenType: 'Bearer';
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Only where the OpenID Connect parts are on. */
  readonly idToken?: string;
}

/** Tokens in the words of OAuth. RFC 6749 §5.1, OpenID Connect Core §3.1.3.3. */
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
