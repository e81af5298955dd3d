/** Returns the value of `WWW-Authenticate` (RFC 6750 3). The challenge contains an error only if the call had a token. */
export function bearerChallenge(description?: string): string {
  const realm = 'Bearer realm="/api"';
  return description === undefined ? realm : `${realm}, error="invalid_token", error_description="${description}"`;
}

/** Returns the challenge for a caller whose token was refused, or undefined if the error is not about the token. */
export function challengeOf(error: unknown): string | undefined {
  const isRefusal = error instanceof Error && (error as { code?: unknown }).code === 'token-invalid';
  return isRefusal ? bearerChallenge(error.message) : undefined;
}
