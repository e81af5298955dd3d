/** The claims of a verified access token. */
export interface AccessTokenClaims {
  /** The user; never reused, unlike a login ID. */
  readonly subject: string;
  readonly clientId: string;
  readonly memberCode: string;
  /** The client sees and reads the batches of all clients of the member. */
  readonly memberWide?: true;
  /** Space-separated. */
  readonly scope: string;
  /** `jti`. */
  readonly tokenId: string;
  /** Epoch seconds. */
  readonly issuedAt: number;
  /** Epoch seconds. */
  readonly expiresAt: number;
}
