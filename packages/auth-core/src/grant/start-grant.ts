import type { AuditEvent, RequestOrigin } from '../audit/audit-event.js';
import type { GrantFlow, StoredGrant } from './grant.js';
import type { GrantContext } from './grant-context.js';
import type { GrantTokens } from './issued-tokens.js';
import { makeTokens, type TokenHolder } from './make-tokens.js';
import { hashRefreshToken } from './refresh-token.js';

export interface GrantStart extends TokenHolder {
  readonly flow: GrantFlow;
}

/**
 * Makes the first tokens of a grant, the grant with the hashes of these tokens, and the audit event. This function stores
 * nothing.
 */
export async function startGrant(
  context: GrantContext,
  start: GrantStart,
  origin: RequestOrigin,
): Promise<{ grant: StoredGrant; tokens: GrantTokens; event: AuditEvent }> {
  const now = context.clock.now();
  const { grantId, client, user, flow, scope, rights } = start;
  const tokens = await makeTokens(context, start, now);
  const grant: StoredGrant = {
    grantId,
    clientId: client.clientId,
    subject: user.subject,
    flow,
    scope,
    rights,
    authenticatedAt: start.authenticatedAt,
    startedAt: now,
    renewedAt: now,
    refreshExpiresAt: now + context.settings.refreshTokenLifetimeSeconds * 1000,
    endedAt: undefined,
    endReason: undefined,
    refreshHash: hashRefreshToken(tokens.refreshToken),
    refreshKeyId: context.secret.keyId,
    replacedHash: undefined,
    replacedAt: undefined,
    sealedAnswer: undefined,
  };
  const event: AuditEvent = {
    at: now,
    event: 'token.issued',
    outcome: 'success',
    clientId: client.clientId,
    userId: user.userId,
    grantId,
    detail: { flow },
    ...origin,
  };
  return { grant, tokens, event };
}
