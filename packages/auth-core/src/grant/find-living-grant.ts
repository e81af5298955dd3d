import type { Client } from '../client/client.js';
import type { AuthServerContext } from '../protocol/auth-server-context.js';
import type { TokenUser } from '../user/user.js';
import type { StoredGrant } from './grant.js';

/** A grant of the client that has neither ended nor expired, with its active user; nothing otherwise. */
export async function findLivingGrant(
  context: AuthServerContext,
  client: Client,
  grantId: string,
): Promise<{ grant: StoredGrant; user: TokenUser } | undefined> {
  const { grant, user } = (await context.grants.findWithUser(grantId)) ?? {};
  if (grant === undefined || grant.clientId !== client.clientId || grant.endedAt !== undefined) return undefined;
  if (grant.refreshExpiresAt <= context.clock.now()) return undefined;
  return user === undefined || user.disabledAt !== undefined ? undefined : { grant, user };
}
