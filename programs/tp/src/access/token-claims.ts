/**
 * Claims of an access token about its caller. These claims are read but not verified, because the platform verifies
 * them.
 */
export interface TokenClaims {
  readonly sub?: string;
  readonly member_code?: string;
  readonly client_id?: string;
  /** The rights of the token (RFC 9068 2.2.3.1). */
  readonly entitlements?: readonly string[];
  readonly iss?: string;
  /** Epoch seconds. */
  readonly exp?: number;
}

/** The claims of a JWT (RFC 7519); empty if the text is not a JWT. */
export function tokenClaims(accessToken: string): TokenClaims {
  try {
    return JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString('utf8')) as TokenClaims;
  } catch {
    return {};
  }
}
