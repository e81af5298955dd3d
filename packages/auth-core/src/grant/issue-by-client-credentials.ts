import { AuthError } from '../auth-error.js';
import type { Client } from '../client/client.js';
import { refuseOtherScope } from '../request/scope.js';
import type { TokenRequest } from '../request/token-request.js';
import { signAccessToken } from '../token/sign-access-token.js';
import { makeServiceTokenId } from '../token/token-id.js';
import type { GrantContext } from './grant-context.js';
import type { IssuedTokens } from './issued-tokens.js';

/**
 * Issues an access token to a service account: a client that an operator has bound to a member (RFC 6749 4.4). There is no user, no
 * grant and no refresh token. The audit event is the only record of the token.
 *
 * @throws AuthError `unauthorized_client` for any other client, `invalid_scope`
 */
export async function issueByClientCredentials(
  context: GrantContext,
  client: Client,
  request: TokenRequest,
): Promise<IssuedTokens> {
  const { clientId, memberCode, memberWide, rights, generation } = client;
  if (memberCode === undefined) {
    throw new AuthError('unauthorized_client', 'The client is no service account: it gets tokens for users only');
  }
  const { issuer, audience, scope, accessTokenLifetimeSeconds: lifetimeSeconds } = context.settings;
  refuseOtherScope(request.body.get('scope'), scope);
  const now = context.clock.now();
  const tokenId = makeServiceTokenId(context.randomness, generation);
  const accessToken = signAccessToken(
    await context.keys.signatureKey(),
    { subject: clientId, clientId, memberCode, memberWide, rights, scope, tokenId },
    { issuer, audience, lifetimeSeconds, now },
  );
  await context.audit.append({
    at: now,
    event: 'token.issued',
    outcome: 'success',
    clientId,
    detail: { flow: 'client_credentials' },
    ...request.origin,
  });
  return { scope, expiresInSeconds: lifetimeSeconds, tokenType: 'Bearer', accessToken };
}
