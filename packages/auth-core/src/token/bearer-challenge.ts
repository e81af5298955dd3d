/** The value of `WWW-Authenticate` (RFC 6750 3): the error only where a token was presented. */
export function bearerChallenge(description?: string): string {
  const realm = 'Bearer realm="/api"';
  return description === undefined ? realm : `${realm}, error="invalid_token", error_description="${description}"`;
}
