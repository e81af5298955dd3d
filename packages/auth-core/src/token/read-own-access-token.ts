import { AuthError } from '../auth-error.js';
import type { AccessTokenClaims } from './access-token-claims.js';
import type { AccessTokenVerifier } from './access-token-verifier.js';

/** The claims of an access token that this server signed and that has not expired; nothing for anything else. */
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
