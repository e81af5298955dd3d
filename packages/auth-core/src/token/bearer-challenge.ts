/** The value of `WWW-Authenticate` (RFC 6750 3): the error only where a token was presented. */
export function bearerChallenge(description?: string): string {
  const realm = 'Bearer realm="/api"';
  return description === undefined ? realm : `${realm}, error="invalid_token", error_description="${description}"`;
}

/** The challenge to a caller whose token was refused; nothing for an error that says nothing about the token. */
export function challengeOf(error: unknown): string | undefined {
  const isRefusal = error instanceof Error && (error as { code?: unknown }).code === 'token-invalid';
  return isRefusal ? bearerChallenge(error.message) : undefined;
}
