import { AuthError } from '../auth-error.js';
import { findGrantOfToken, requireUser } from '../grant/find-living-grant.js';
import type { GrantContext } from '../grant/grant-context.js';
import type { TokenUser } from '../user/user.js';

/**
 * Returns the user to whom an access token belongs (OpenID Connect Core 5.3).
 *
 * @throws AuthError `token-invalid`; `unauthorized_client` if the client may not use OpenID Connect or is a service
 * account
 */
export async function readUserInfo(context: GrantContext, accessToken: string): Promise<TokenUser> {
  const claims = await context.verifier.verify(accessToken);
  const client = await context.clients.find(claims.clientId);
  if (client === undefined || client.disabledAt !== undefined) throw refused();
  if (!client.openid) throw new AuthError('unauthorized_client', 'The client may not use OpenID Connect');
  requireUser(claims);
  const found = await findGrantOfToken(context, client, claims);
  if (found === undefined || (await context.revocations.isTokenRevoked(claims.tokenId))) throw refused();
  return found.user;
}

function refused(): AuthError {
  return new AuthError('token-invalid', 'The access token was revoked');
}
