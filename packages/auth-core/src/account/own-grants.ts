import type { Right } from '@trading-platform/domain-types';
import type { RequestOrigin } from '../audit/audit-event.js';
import { AuthError } from '../auth-error.js';
import type { Client } from '../client/client.js';
import { commonRights } from '../grant/common-rights.js';
import { findGrantOfToken, requireUser } from '../grant/find-living-grant.js';
import { type Grant, publicGrant } from '../grant/grant.js';
import type { GrantContext } from '../grant/grant-context.js';
import type { TokenUser } from '../user/user.js';

/**
 * The data that a user sees about one grant (the user's permission for a client). All times are epoch milliseconds.
 */
export interface OwnGrant extends Pick<Grant, 'grantId' | 'clientId' | 'startedAt' | 'renewedAt' | 'refreshExpiresAt'> {
  /** The name of the client, or an empty text if the client has been removed. */
  readonly clientName: string;
  /** The rights that the client has now by this grant. */
  readonly rights: readonly Right[];
  /** Whether the access token of this call belongs to this grant. */
  readonly isCurrent: boolean;
}

/** The maximum number of grants in one answer, which is more than a person can distinguish. */
const grantsAtMost = 1_000;

/** The form of the ids of clients (RFC 6749 A.1) and users. */
const idForm = /^[\x21-\x7e]{1,255}$/;

/** The user whose grants are listed or ended. */
export type GrantOwner = Pick<TokenUser, 'subject' | 'userId'>;

/** The objects with which a user sees and ends the user's own grants. */
export type OwnGrantsContext = Pick<GrantContext, 'clients' | 'grants' | 'clock'>;

/**
 * Lists the grants of a user who has signed in, if they have neither ended nor expired. The last used grant comes first.
 *
 * @param current the grant of the token with which the list is requested, if any
 */
export async function listGrantsOf(
  context: OwnGrantsContext,
  { subject }: GrantOwner,
  current?: string,
): Promise<readonly OwnGrant[]> {
  const grants = await context.grants.list({ subject, limit: grantsAtMost, now: context.clock.now() });
  const clients = await readClients(context, grants);
  return grants
    .map((grant) => {
      const { grantId, clientId, startedAt, renewedAt, refreshExpiresAt } = grant;
      const client = clients.get(clientId);
      const of = { clientName: client?.name ?? '', rights: client === undefined ? [] : commonRights(client, grant) };
      return { grantId, clientId, ...of, startedAt, renewedAt, refreshExpiresAt, isCurrent: grantId === current };
    })
    .toSorted((one, other) => other.renewedAt - one.renewedAt);
}

/**
 * Ends a grant of a user who has signed in. Within 5 seconds, the access tokens of the grant are refused. Returns the
 * grant. Returns undefined if the grant has already ended or belongs to another user.
 *
 * @param through the client through which the user ends the grant, if any
 */
export async function endGrantOf(
  context: OwnGrantsContext,
  { subject, userId }: GrantOwner,
  grantId: string,
  { through, ...origin }: RequestOrigin & { readonly through?: string },
): Promise<Grant | undefined> {
  const grant = await context.grants.find(grantId);
  if (grant?.subject !== subject) return undefined;
  const isEnded = await context.grants.end(grantId, 'revoked', {
    at: context.clock.now(),
    event: 'grant.ended',
    outcome: 'success',
    clientId: grant.clientId,
    userId,
    grantId,
    detail: { by: 'user', ...(through === undefined ? {} : { through }) },
    ...origin,
  });
  return isEnded ? publicGrant(grant) : undefined;
}

/**
 * Lists the grants of the user to whom an access token belongs, in the same way as `listGrantsOf`. Only clients with
 * the mark `account` may list grants.
 *
 * @throws AuthError `token-invalid`; `unauthorized_client` for a client without this mark, and for a service account
 */
export async function listOwnGrants(context: GrantContext, accessToken: string): Promise<readonly OwnGrant[]> {
  const { user, grantId } = await findHolder(context, accessToken);
  return listGrantsOf(context, user, grantId);
}

/**
 * Ends a grant of the user to whom an access token belongs, in the same way as `endGrantOf`.
 *
 * @throws AuthError as `listOwnGrants`; `unknown-grant` if the grant has ended or belongs to another user
 */
export async function endOwnGrant(
  context: GrantContext,
  accessToken: string,
  grantId: string,
  origin: RequestOrigin,
): Promise<void> {
  const { user, clientId: through } = await findHolder(context, accessToken);
  if ((await endGrantOf(context, user, grantId, { ...origin, through })) !== undefined) return;
  throw new AuthError('unknown-grant', 'There is no such grant');
}

/**
 * Returns the name of a client, even if it no longer has a grant. Only clients with the mark `account` may ask. A
 * client that has been deleted has no name.
 *
 * @throws AuthError as `listOwnGrants`
 */
export async function nameOfClient(
  context: GrantContext,
  accessToken: string,
  clientId: string,
): Promise<string | undefined> {
  await findHolder(context, accessToken);
  return idForm.test(clientId) ? (await context.clients.find(clientId))?.name : undefined;
}

/**
 * Returns the login ID of a user of the holder's member. Only clients with the mark `account` may ask. A user who has been deleted has
 * no login ID.
 *
 * @throws AuthError as `listOwnGrants`
 */
export async function loginIdOfUser(
  context: GrantContext,
  accessToken: string,
  subject: string,
): Promise<string | undefined> {
  const holder = await findHolder(context, accessToken);
  const user = idForm.test(subject) ? await context.users.findBySubject(subject) : undefined;
  return user?.memberCode === holder.user.memberCode ? user.userId : undefined;
}

async function findHolder(
  context: GrantContext,
  accessToken: string,
): Promise<{ readonly user: TokenUser; readonly clientId: string; readonly grantId: string }> {
  const claims = await context.verifier.verify(accessToken);
  const { clientId, tokenId } = claims;
  const client = await context.clients.find(clientId);
  if (client === undefined || client.disabledAt !== undefined) throw refused();
  if (!client.account) throw new AuthError('unauthorized_client', 'The client may not read what users have allowed');
  requireUser(claims);
  const found = await findGrantOfToken(context, client, claims);
  if (found === undefined || (await context.revocations.isTokenRevoked(tokenId))) throw refused();
  return { user: found.user, clientId, grantId: found.grant.grantId };
}

async function readClients(context: OwnGrantsContext, grants: readonly Grant[]): Promise<ReadonlyMap<string, Client>> {
  const ids = [...new Set(grants.map(({ clientId }) => clientId))];
  const clients = await Promise.all(ids.map((clientId) => context.clients.find(clientId)));
  return new Map(clients.flatMap((client) => (client === undefined ? [] : [[client.clientId, client] as const])));
}

function refused(): AuthError {
  return new AuthError('token-invalid', 'The access token was revoked');
}
