import { AuthError } from '../auth-error.js';

const bearerScheme = /^bearer\b/i;
const bearerToken = /^bearer +([A-Za-z0-9._~+/-]+=*) *$/i;

/**
 * The token of `Authorization: Bearer …` (RFC 6750 §2.1); nothing where the header presents none.
 *
 * @throws AuthError `token-invalid` where the scheme is followed by anything else
 */
export function readBearerToken(header: string | readonly string[] | undefined): string | undefined {
  if (typeof header !== 'string' || !bearerScheme.test(header)) return undefined;
  const token = bearerTokenOf(header);
  if (token === undefined) throw new AuthError('token-invalid', 'The access token is malformed');
  return token;
}

/** The token of a well-formed header; nothing for any other. */
export function bearerTokenOf(header: string | undefined): string | undefined {
  return header === undefined ? undefined : bearerToken.exec(header)?.[1];
}
