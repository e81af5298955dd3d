import { tokenForm } from '@trading-platform/domain-types';
import { authenticateClient } from '../client/authenticate-client.js';
import type { Client } from '../client/client.js';
import { assertionFields } from '../client/client-assertion.js';
import { epochSeconds } from '../clock.js';
import { refuseInQuery, requireParameter } from '../request/parameters.js';
import type { TokenRequest } from '../request/token-request.js';
import { sameBytes } from '../secret/same-bytes.js';
import { readOwnAccessToken } from '../token/read-own-access-token.js';
import type { TokenUser } from '../user/user.js';
import { commonRights } from './common-rights.js';
import { findLivingGrant, findTokenHolder } from './find-living-grant.js';
import type { GrantContext } from './grant-context.js';
import { grantOfRefreshToken, hashRefreshToken } from './refresh-token.js';

/** The answer to a client that asks about one of its own tokens (RFC 7662 2.2). */
export type TokenState =
  | { readonly active: false }
  | {
      readonly active: true;
      readonly kind: 'access' | 'refresh';
      readonly tokenId: string | undefined;
      readonly clientId: string;
      readonly scope: string;
      /** The user for whom the client acts, or undefined for a service account. */
      readonly user: TokenUser | undefined;
      /** The `sub` of the token: the id of the user, or of the client that is a service account. */
      readonly subject: string;
      readonly memberCode: string;
      /** The rights that the token has now. */
      readonly rights: readonly string[];
      /** The time when the token was issued, in epoch seconds. */
      readonly issuedAt: number;
      /** The time when the token expires, in epoch seconds. */
      readonly expiresAt: number;
    };

const bodyOnly: ReadonlySet<string> = new Set([...tokenForm.fieldNames, ...assertionFields]);
const inactive: TokenState = { active: false };

/**
 * Answers whether a token is valid now (RFC 7662 2). A client gets the answer "inactive" for tokens of other clients.
 *
 * @throws AuthError `invalid_request`, `invalid_client`, `throttled`
 */
export async function introspect(context: GrantContext, request: TokenRequest): Promise<TokenState> {
  refuseInQuery(request.query, bodyOnly);
  const client = await authenticateClient(context, request.body, request.authorization, request.origin);
  const token = requireParameter(request.body, 'token');
  const grantId = grantOfRefreshToken(context.secret, token);
  return grantId === undefined
    ? introspectAccessToken(context, client, token)
    : introspectRefreshToken(context, client, grantId, token);
}

async function introspectAccessToken(context: GrantContext, client: Client, token: string): Promise<TokenState> {
  const claims = await readOwnAccessToken(context, token);
  if (claims === undefined || claims.clientId !== client.clientId) return inactive;
  const [holder, isRevoked] = await Promise.all([
    findTokenHolder(context, client, claims),
    context.revocations.isTokenRevoked(claims.tokenId),
  ]);
  if (holder === undefined || isRevoked) return inactive;
  const { tokenId, clientId, subject, rights, scope, issuedAt, expiresAt } = claims;
  const { user, memberCode } = holder;
  const of = { clientId, user, subject, memberCode, rights, scope };
  return { active: true, kind: 'access', tokenId, ...of, issuedAt, expiresAt };
}

async function introspectRefreshToken(
  context: GrantContext,
  client: Client,
  grantId: string,
  token: string,
): Promise<TokenState> {
  const found = await findLivingGrant(context, client, grantId);
  if (found === undefined || !sameBytes(found.grant.refreshHash, hashRefreshToken(token))) return inactive;
  const { grant, user } = found;
  const { clientId, scope, renewedAt, refreshExpiresAt } = grant;
  return {
    active: true,
    kind: 'refresh',
    tokenId: undefined,
    clientId,
    scope,
    user,
    subject: user.subject,
    memberCode: user.memberCode,
    rights: commonRights(client, grant),
    issuedAt: epochSeconds(renewedAt),
    expiresAt: epochSeconds(refreshExpiresAt),
  };
}
