/** The claims of a verified access token. */
export interface AccessTokenClaims {
  /** The id of the user, which is never reused, unlike a login ID. For a service account, the id of the client. */
  readonly subject: string;
  readonly clientId: string;
  readonly memberCode: string;
  /** Whether the client can list and read the batches of all clients of the member. */
  readonly memberWide?: true;
  /**
   * The rights of the token, from the claim `entitlements` (RFC 9068 2.2.3.1). Tokens without this claim have
   * `formerRights`.
   */
  readonly rights: readonly string[];
  /** The scope as text with spaces between its values. */
  readonly scope: string;
  /** The value of the claim `jti`. */
  readonly tokenId: string;
  /** The time when the token was issued, in epoch seconds. */
  readonly issuedAt: number;
  /** The time when the token expires, in epoch seconds. */
  readonly expiresAt: number;
}
