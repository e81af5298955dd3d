import type { RequestOrigin } from '../audit/audit-event.js';
import { hashCode, makeCode } from '../grant/authorization-code.js';
import { makeGrantId } from '../grant/refresh-token.js';
import type { SignedInUser } from '../user/signed-in-user.js';
import type { AuthorizationContext } from './authorization-context.js';
import type { AuthorizationRequest } from './authorization-request.js';
import { redirectLocation } from './redirect-location.js';

/**
 * Records the user's permission for the client to act in the user's name. Returns the address to which the browser is then
 * sent with the code (Spec 4.1; RFC 6749 4.1.2, RFC 9207).
 */
export async function grantAuthorization(
  context: AuthorizationContext,
  request: AuthorizationRequest,
  { user, authenticatedAt }: SignedInUser,
  origin: RequestOrigin,
): Promise<string> {
  const now = context.clock.now();
  const code = makeCode(context.randomness);
  const grantId = makeGrantId(context.randomness);
  await context.grants.addCode(
    {
      codeHash: hashCode(code),
      grantId,
      clientId: request.client.clientId,
      subject: user.subject,
      redirectUri: request.redirectUri,
      scope: request.scope,
      rights: request.client.rights,
      codeChallenge: request.codeChallenge,
      nonce: request.nonce,
      authenticatedAt,
      userGeneration: user.generation,
      createdAt: now,
      expiresAt: now + context.settings.codeLifetimeSeconds * 1000,
      usedAt: undefined,
    },
    {
      at: now,
      event: 'authorization.granted',
      outcome: 'success',
      clientId: request.client.clientId,
      userId: user.userId,
      grantId,
      detail: { rights: request.client.rights.join(' ') },
      ...origin,
    },
  );
  return redirectLocation(request.redirectUri, { code, state: request.state, iss: context.settings.issuer });
}

/** Ends a request that the user has refused. Returns the address to which the browser is then sent (RFC 6749 4.1.2.1). */
export async function cancelAuthorization(
  context: AuthorizationContext,
  request: AuthorizationRequest,
  origin: RequestOrigin,
): Promise<string> {
  await context.audit.append({
    at: context.clock.now(),
    event: 'authorization.cancelled',
    outcome: 'refused',
    clientId: request.client.clientId,
    ...origin,
  });
  return redirectLocation(request.redirectUri, {
    error: 'access_denied',
    error_description: 'The user refused',
    state: request.state,
    iss: context.settings.issuer,
  });
}
