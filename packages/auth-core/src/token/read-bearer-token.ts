import { AuthError } from '../auth-error.js';

const bearerScheme = /^bearer\b/i;
const bearerToken = /^bearer +([A-Za-z0-9._~+/-]+=*) *$/i;

/**
 * Reads the token from `Authorization: Bearer …` (RFC 6750 §2.1), or returns undefined if the header contains no token.
 *
 * @throws AuthError `token-invalid` if anything else follows the scheme
 */
export function readBearerToken(header: string | readonly string[] | undefined): string | undefined {
  if (typeof header !== 'string' || !bearerScheme.test(header)) return undefined;
  const token = bearerTokenOf(header);
  if (token === undefined) throw new AuthError('token-invalid', 'The access token is malformed');
  return token;
}

/** Returns the token of a well-formed header, or undefined for any other header. */
export function bearerTokenOf(header: string | undefined): string | undefined {
  return header === undefined ? undefined : bearerToken.exec(header)?.[1];
}
