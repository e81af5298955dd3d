import type { Client } from '../client/client.js';
import type { AuthServerContext } from '../server/auth-server-context.js';
import { signAccessToken } from '../token/sign-access-token.js';
import { signIdToken } from '../token/sign-id-token.js';
import { generationsOf, makeTokenId } from '../token/token-id.js';
import type { TokenUser } from '../user/user.js';
import type { GrantFlow, StoredGrant } from './grant.js';
import type { IssuedTokens } from './issued-tokens.js';
import { hashRefreshToken, makeRefreshToken } from './refresh-token.js';

export interface GrantStart {
  readonly grantId: string;
  readonly client: Client;
  readonly user: TokenUser;
  readonly flow: GrantFlow;
  readonly scope: string;
  /** When the user gave the password; epoch milliseconds. */
  readonly authenticatedAt: number;
  /** OpenID Connect: returned in the ID token. */
  readonly nonce?: string | undefined;
}

/** Whom tokens are for. */
export type TokenHolder = Omit<GrantStart, 'flow'>;

/** Makes the first tokens of a grant, and the grant that knows them. Nothing is stored yet. */
export async function startGrant(
  context: AuthServerContext,
  start: GrantStart,
): Promise<{ grant: StoredGrant; tokens: IssuedTokens }> {
  const now = context.clock.now();
  const { grantId, client, user, flow, scope } = start;
  const tokens = await makeTokens(context, start, now);
  const grant: StoredGrant = {
    grantId,
    clientId: client.clientId,
    subject: user.subject,
    flow,
    scope,
    authenticatedAt: start.authenticatedAt,
    startedAt: now,
    renewedAt: now,
    refreshExpiresAt: now + context.settings.refreshTokenLifetimeSeconds * 1000,
    endedAt: undefined,
    endReason: undefined,
    refreshHash: hashRefreshToken(tokens.refreshToken),
    replacedHash: undefined,
    replacedAt: undefined,
    sealedAnswer: undefined,
  };
  return { grant, tokens };
}

/** An access token and a refresh token for a grant, and an ID token where that is allowed. */
export async function makeTokens(context: AuthServerContext, of: TokenHolder, now: number): Promise<IssuedTokens> {
  const accessToken = await makeAccessToken(context, of, now);
  const isOpenId = context.settings.openidConnect && of.client.openid;
  return {
    scope: of.scope,
    expiresInSeconds: context.settings.accessTokenLifetimeSeconds,
    tokenType: 'Bearer',
    accessToken,
    refreshToken: makeRefreshToken(context.randomness, context.secret, of.grantId),
    ...(isOpenId ? { idToken: await makeIdToken(context, of, accessToken, now) } : {}),
  };
}

async function makeIdToken(
  context: AuthServerContext,
  { client, user, authenticatedAt, nonce }: TokenHolder,
  accessToken: string,
  now: number,
): Promise<string> {
  const { issuer, accessTokenLifetimeSeconds: lifetimeSeconds } = context.settings;
  const of = { subject: user.subject, clientId: client.clientId, authenticatedAt, nonce, accessToken };
  return signIdToken(await context.keys.signatureKey(), of, { issuer, lifetimeSeconds, now });
}

export async function makeAccessToken(context: AuthServerContext, of: TokenHolder, now: number): Promise<string> {
  const { issuer, audience, accessTokenLifetimeSeconds } = context.settings;
  return signAccessToken(
    await context.keys.signatureKey(),
    {
      subject: of.user.subject,
      memberCode: of.user.memberCode,
      clientId: of.client.clientId,
      scope: of.scope,
      tokenId: makeTokenId(context.randomness, { grantId: of.grantId, ...generationsOf(of) }),
    },
    { issuer, audience, lifetimeSeconds: accessTokenLifetimeSeconds, now },
  );
}
