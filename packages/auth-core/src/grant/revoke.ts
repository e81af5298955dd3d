import { tokenForm } from '@trading-platform/domain-types';
import { AuthError } from '../auth-error.js';
import { authenticateClient } from '../client/authenticate-client.js';
import type { Client } from '../client/client.js';
import { assertionFields } from '../client/client-assertion.js';
import { refuseInQuery, requireParameter } from '../request/parameters.js';
import type { TokenRequest } from '../request/token-request.js';
import { readOwnAccessToken } from '../token/read-own-access-token.js';
import type { GrantContext } from './grant-context.js';
import { grantOfRefreshToken } from './refresh-token.js';

const bodyOnly: ReadonlySet<string> = new Set([...tokenForm.fieldNames, ...assertionFields]);

/**
 * Ends a token before it expires. A refresh token is ended with its whole grant, and an access token is ended alone (RFC 7009 2).
 * If the token is unknown or has already ended, the request counts as successful.
 *
 * @throws AuthError `invalid_request`, `invalid_client`, `invalid_grant` for a token of another client, `throttled`
 */
export async function revoke(context: GrantContext, request: TokenRequest): Promise<void> {
  refuseInQuery(request.query, bodyOnly);
  const client = await authenticateClient(context, request.body, request.authorization, request.origin);
  const token = requireParameter(request.body, 'token');
  const grantId = grantOfRefreshToken(context.secret, token);
  if (grantId === undefined) await revokeAccessToken(context, client, token, request);
  else await revokeGrant(context, client, grantId, request);
}

async function revokeGrant(
  context: GrantContext,
  client: Client,
  grantId: string,
  request: TokenRequest,
): Promise<void> {
  const grant = await context.grants.find(grantId);
  if (grant === undefined) return;
  if (grant.clientId !== client.clientId) throw ofAnotherClient();
  await context.grants.end(grantId, 'revoked', {
    at: context.clock.now(),
    event: 'grant.ended',
    outcome: 'success',
    clientId: client.clientId,
    grantId,
    detail: { by: 'client' },
    ...request.origin,
  });
}

async function revokeAccessToken(
  context: GrantContext,
  client: Client,
  token: string,
  request: TokenRequest,
): Promise<void> {
  const claims = await readOwnAccessToken(context, token);
  if (claims === undefined) return;
  if (claims.clientId !== client.clientId) throw ofAnotherClient();
  await context.revocations.revokeToken(claims.tokenId, {
    at: context.clock.now(),
    event: 'token.revoked',
    outcome: 'success',
    clientId: client.clientId,
    detail: { token: claims.tokenId },
    ...request.origin,
  });
}

function ofAnotherClient(): AuthError {
  return new AuthError('invalid_grant', 'The token was issued to another client');
}
