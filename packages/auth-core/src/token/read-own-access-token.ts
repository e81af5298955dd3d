import { AuthError } from '../auth-error.js';
import type { AccessTokenClaims } from './access-token-claims.js';
import type { AccessTokenVerifier } from './access-token-verifier.js';

/**
 * Returns the claims of an access token that this server has signed and that has not expired, or undefined for any other text.
 */
export async function readOwnAccessToken(
  { verifier }: { readonly verifier: AccessTokenVerifier },
  token: string,
): Promise<AccessTokenClaims | undefined> {
  try {
    return await verifier.verify(token);
  } catch (error) {
    if (error instanceof AuthError && error.code === 'token-invalid') return undefined;
    throw error;
  }
}
