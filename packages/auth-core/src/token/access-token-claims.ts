/** What a verified access token says. */
export interface AccessTokenClaims {
  /** The user; never reused, unlike a login ID. */
  readonly subject: string;
  readonly clientId: string;
  readonly memberCode: string;
  /** Space-separated. */
  readonly scope: string;
  /** `jti`. */
  readonly tokenId: string;
  /** Epoch seconds. */
  readonly issuedAt: number;
  /** Epoch seconds. */
  readonly expiresAt: number;
}
