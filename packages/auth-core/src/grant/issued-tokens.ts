/** The answer of both token endpoints, before it gets the contract's spelling. Spec 2.1. */
export interface IssuedTokens {
  readonly scope: string;
  /** What is left of the access token's life, in seconds. */
  readonly expiresInSeconds: number;
  readonly tokenType: 'Bearer';
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Only where the OpenID Connect parts are on. */
  readonly idToken?: string;
}
