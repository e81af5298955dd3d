/** What an access token says of its caller. Read, not verified: the platform does that. */
export interface TokenClaims {
  readonly sub?: string;
  readonly member_code?: string;
  readonly client_id?: string;
  readonly iss?: string;
  /** Epoch seconds. */
  readonly exp?: number;
}

/** The claims of a JWT (RFC 7519); none if the text is not one. */
export function tokenClaims(accessToken: string): TokenClaims {
  try {
    return JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString('utf8')) as TokenClaims;
  } catch {
    return {};
  }
}
