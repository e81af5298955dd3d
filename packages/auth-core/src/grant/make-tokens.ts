import type { Right } from '@trading-platform/domain-types';
import type { Client } from '../client/client.js';
import { signAccessToken } from '../token/sign-access-token.js';
import { signIdToken } from '../token/sign-id-token.js';
import { generationsOf, makeTokenId } from '../token/token-id.js';
import type { TokenUser } from '../user/user.js';
import { commonRights } from './common-rights.js';
import type { GrantContext } from './grant-context.js';
import type { GrantTokens } from './issued-tokens.js';
import { makeRefreshToken } from './refresh-token.js';

/** The user, client and grant for which tokens are made. */
export interface TokenHolder {
  readonly grantId: string;
  readonly client: Client;
  readonly user: TokenUser;
  readonly scope: string;
  /** The rights of the grant. The tokens have those of these rights that the client still has. */
  readonly rights: readonly Right[];
  /** The time when the user typed the password, in epoch milliseconds. */
  readonly authenticatedAt: number;
  /** For OpenID Connect: a value that is returned in the ID token. */
  readonly nonce?: string | undefined;
}

/** Makes an access token and a refresh token for a grant and, if it is allowed, an ID token. */
export async function makeTokens(context: GrantContext, of: TokenHolder, now: number): Promise<GrantTokens> {
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
  context: GrantContext,
  { client, user, authenticatedAt, nonce }: TokenHolder,
  accessToken: string,
  now: number,
): Promise<string> {
  const { issuer, accessTokenLifetimeSeconds: lifetimeSeconds } = context.settings;
  const of = { subject: user.subject, clientId: client.clientId, authenticatedAt, nonce, accessToken };
  return signIdToken(await context.keys.signatureKey(), of, { issuer, lifetimeSeconds, now });
}

/** Makes an access token for a grant. */
export async function makeAccessToken(context: GrantContext, of: TokenHolder, now: number): Promise<string> {
  const { issuer, audience, accessTokenLifetimeSeconds } = context.settings;
  return signAccessToken(
    await context.keys.signatureKey(),
    {
      subject: of.user.subject,
      memberCode: of.user.memberCode,
      memberWide: of.client.memberWide,
      rights: commonRights(of.client, of),
      clientId: of.client.clientId,
      scope: of.scope,
      tokenId: makeTokenId(context.randomness, { grantId: of.grantId, ...generationsOf(of) }),
    },
    { issuer, audience, lifetimeSeconds: accessTokenLifetimeSeconds, now },
  );
}
