import { AuthError } from '../auth-error.js';
import type { AuthServerContext } from '../server/auth-server-context.js';
import type { AccessTokenClaims } from './access-token-claims.js';

/** The claims of an access token that this server signed and that has not expired; nothing for anything else. */
export async function readOwnAccessToken(
  context: AuthServerContext,
  token: string,
): Promise<AccessTokenClaims | undefined> {
  try {
    return await context.verifier.verify(token);
  } catch (error) {
    if (error instanceof AuthError && error.code === 'token-invalid') return undefined;
    throw error;
  }
}
