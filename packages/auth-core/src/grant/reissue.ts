import { AuthError } from '../auth-error.js';
import type { Client } from '../client/client.js';
import { requireParameter } from '../request/parameters.js';
import { refuseOtherScope } from '../request/scope.js';
import type { TokenRequest } from '../request/token-request.js';
import { sameBytes } from '../secret/same-bytes.js';
import { readOwnAccessToken } from '../token/read-own-access-token.js';
import { generationsOf, readTokenId } from '../token/token-id.js';
import type { TokenUser } from '../user/user.js';
import { findNewerClient } from './find-newer-client.js';
import type { StoredGrant } from './grant.js';
import type { GrantContext } from './grant-context.js';
import type { GrantTokens } from './issued-tokens.js';
import { makeAccessToken, makeTokens } from './make-tokens.js';
import { grantOfRefreshToken, hashRefreshToken } from './refresh-token.js';
import { openAnswer, sealAnswer } from './sealed-answer.js';

/**
 * Issues new tokens for a refresh token, no matter how the grant began (Spec 4.4; RFC 6749 6, RFC 9700 4.14.2).
 *
 * Each refresh token has exactly one successor. If a client has lost the answer, the client can get the same answer again for a
 * short time. Any other use of a replaced refresh token ends the grant.
 *
 * @throws AuthError `invalid_request`, `invalid_grant`, `invalid_scope`, `unauthorized_client`
 */
export async function reissue(context: GrantContext, client: Client, request: TokenRequest): Promise<GrantTokens> {
  const refreshToken = requireParameter(request.body, 'refresh_token');
  const grantId = grantOfRefreshToken(context.secret, refreshToken);
  if (grantId === undefined) throw refuseToken('not a token of this server');
  const { grant, user } = (await context.grants.findWithUser(grantId)) ?? {};
  if (grant === undefined) throw refuseToken('unknown grant');
  if (grant.clientId !== client.clientId) throw refuseToken('token of another client');
  if (!allowsFlow(client, grant)) throw new AuthError('unauthorized_client', 'The client may no longer use this flow');
  refuseOtherScope(request.body.get('scope'), grant.scope);
  if (grant.endedAt !== undefined) throw refuseToken('ended grant');
  if (user === undefined || user.disabledAt !== undefined) throw refuseToken('user no longer active');
  const presented = { client, user, refreshToken, hash: hashRefreshToken(refreshToken) };
  return (
    (await renew(context, grant, presented, request)) ??
    (await repeatAnswer(context, grantId, presented, request)) ??
    endReplayed(context, grant, presented, request)
  );
}

interface PresentedToken {
  readonly client: Client;
  readonly user: TokenUser;
  readonly refreshToken: string;
  readonly hash: Uint8Array;
}

/**
 * Replaces the newest refresh token of a grant. A conditional update decides which of several simultaneous requests
 * succeeds. If an operator withdraws a right at the same time, the grant goes on with the remaining rights.
 */
async function renew(
  context: GrantContext,
  grant: StoredGrant,
  presented: PresentedToken,
  request: TokenRequest,
): Promise<GrantTokens | undefined> {
  const tokens = await tryToRenew(context, grant, presented, request);
  if (tokens !== undefined) return tokens;
  const client = await findNewerClient(context, presented.client);
  if (client === undefined) return undefined;
  const present = await context.grants.find(grant.grantId);
  return present && tryToRenew(context, present, { ...presented, client }, request);
}

async function tryToRenew(
  context: GrantContext,
  grant: StoredGrant,
  presented: PresentedToken,
  request: TokenRequest,
): Promise<GrantTokens | undefined> {
  if (!sameBytes(grant.refreshHash, presented.hash)) return undefined;
  const now = context.clock.now();
  if (grant.refreshExpiresAt <= now) throw refuseToken('expired token');
  const { client, user } = presented;
  const tokens = await makeTokens(context, { ...grant, client, user }, now);
  const { reissueGraceSeconds, refreshTokenLifetimeSeconds } = context.settings;
  const renewed = await context.grants.renew(
    {
      grantId: grant.grantId,
      presentedHash: presented.hash,
      refreshHash: hashRefreshToken(tokens.refreshToken),
      refreshKeyId: context.secret.keyId,
      refreshExpiresAt: now + refreshTokenLifetimeSeconds * 1000,
      sealedAnswer: reissueGraceSeconds === 0 ? undefined : sealAnswer(presented.refreshToken, tokens, now),
      at: now,
      ...generationsOf(presented),
    },
    { at: now, event: 'token.reissued', ...describe(grant, presented, request) },
  );
  return renewed ? tokens : undefined;
}

/** Returns the same answer again for the previous refresh token, as long as its successor has not been used. */
async function repeatAnswer(
  context: GrantContext,
  grantId: string,
  presented: PresentedToken,
  request: TokenRequest,
): Promise<GrantTokens | undefined> {
  const grant = await context.grants.find(grantId);
  if (grant === undefined || grant.endedAt !== undefined) throw refuseToken('ended grant');
  const now = context.clock.now();
  // The token has not been used by another request, so the user or the client has changed since this request read them.
  if (sameBytes(grant.refreshHash, presented.hash)) throw refuseToken('user or client changed meanwhile');
  const { replacedHash, replacedAt = 0, sealedAnswer } = grant;
  if (replacedHash === undefined || !sameBytes(replacedHash, presented.hash)) return undefined;
  if (now >= replacedAt + context.settings.reissueGraceSeconds * 1000) return undefined;
  const answer = sealedAnswer && openAnswer(presented.refreshToken, sealedAnswer, now);
  if (answer === undefined) return undefined;
  await context.audit.append({ at: now, event: 'token.reissue-repeated', ...describe(grant, presented, request) });
  return freshEnough(context, answer, grant, presented, now);
}

/**
 * Replaces the access token in a repeated answer if the token expires soon, if its key has been withdrawn, or if a new generation
 * of the client has revoked the token. The refresh token in a repeated answer does not change.
 */
async function freshEnough(
  context: GrantContext,
  answer: GrantTokens,
  grant: StoredGrant,
  { client, user }: PresentedToken,
  now: number,
): Promise<GrantTokens> {
  const isLongEnough = answer.expiresInSeconds >= context.settings.reissueFreshSeconds;
  const claims = isLongEnough ? await readOwnAccessToken(context, answer.accessToken) : undefined;
  if (claims !== undefined && readTokenId(claims.tokenId)?.clientGeneration === client.generation) return answer;
  const accessToken = await makeAccessToken(context, { ...grant, client, user }, now);
  return { ...answer, accessToken, expiresInSeconds: context.settings.accessTokenLifetimeSeconds };
}

async function endReplayed(
  context: GrantContext,
  grant: StoredGrant,
  presented: PresentedToken,
  request: TokenRequest,
): Promise<never> {
  await context.grants.end(grant.grantId, 'replayed', {
    at: context.clock.now(),
    event: 'refresh-token.replayed',
    ...describe(grant, presented, request),
    outcome: 'refused',
  });
  throw refuseToken('replayed token');
}

function describe({ grantId }: StoredGrant, { client, user }: PresentedToken, { origin }: TokenRequest) {
  return { outcome: 'success', clientId: client.clientId, userId: user.userId, grantId, ...origin } as const;
}

function allowsFlow(client: Client, grant: StoredGrant): boolean {
  return grant.flow === 'code' ? client.codeFlow : client.credentialsFlow;
}

/** The answer does not show the reason for the refusal, so that a caller cannot find out what a token was for. */
function refuseToken(privateDetail: string): AuthError {
  return new AuthError('invalid_grant', 'The refresh token is invalid, expired or already used', { privateDetail });
}
