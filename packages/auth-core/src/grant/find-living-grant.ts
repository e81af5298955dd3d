import { AuthError } from '../auth-error.js';
import type { Client } from '../client/client.js';
import type { AccessTokenClaims } from '../token/access-token-claims.js';
import { noGrant, readTokenId } from '../token/token-id.js';
import type { TokenUser } from '../user/user.js';
import type { StoredGrant } from './grant.js';
import type { GrantContext } from './grant-context.js';

/** Returns a grant of the client with its active user. Returns undefined if the grant has ended or expired. */
export async function findLivingGrant(
  context: GrantContext,
  client: Client,
  grantId: string,
): Promise<{ grant: StoredGrant; user: TokenUser } | undefined> {
  const { grant, user } = (await context.grants.findWithUser(grantId)) ?? {};
  if (grant === undefined || grant.clientId !== client.clientId || grant.endedAt !== undefined) return undefined;
  if (grant.refreshExpiresAt <= context.clock.now()) return undefined;
  return user === undefined || user.disabledAt !== undefined ? undefined : { grant, user };
}

/**
 * Returns the valid grant of an access token. Returns undefined if all tokens of the client or user were revoked after the token
 * was issued.
 */
export async function findGrantOfToken(
  context: GrantContext,
  client: Client,
  { tokenId }: AccessTokenClaims,
): Promise<{ grant: StoredGrant; user: TokenUser } | undefined> {
  const parts = readTokenId(tokenId);
  if (parts === undefined || parts.clientGeneration !== client.generation) return undefined;
  const found = await findLivingGrant(context, client, parts.grantId);
  return found?.user.generation === parts.userGeneration ? found : undefined;
}

/**
 * Returns the user for whom a valid access token acts, or no user for the token of a service account. Returns undefined
 * in the same cases as `findGrantOfToken`, and if the client is no longer a service account of this member.
 */
export async function findTokenHolder(
  context: GrantContext,
  client: Client,
  claims: AccessTokenClaims,
): Promise<{ user: TokenUser | undefined; memberCode: string } | undefined> {
  const parts = readTokenId(claims.tokenId);
  if (parts?.grantId !== noGrant) {
    const user = (await findGrantOfToken(context, client, claims))?.user;
    return user && { user, memberCode: user.memberCode };
  }
  const { memberCode } = client;
  const isCurrent = parts.clientGeneration === client.generation && memberCode === claims.memberCode;
  return isCurrent ? { user: undefined, memberCode } : undefined;
}

/** @throws AuthError `unauthorized_client` for the token of a service account, which has no user */
export function requireUser({ tokenId }: AccessTokenClaims): void {
  if (readTokenId(tokenId)?.grantId !== noGrant) return;
  throw new AuthError('unauthorized_client', 'A service account has no user');
}
