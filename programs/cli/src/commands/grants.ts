import type { Grant } from '@trading-platform/auth-core';
import { momentText, print, table } from '@trading-platform/terminal';
import { allPages, pageSize } from '../all-pages.js';
import { withAuthAdministration } from '../open-databases.js';

interface Json {
  readonly json?: true;
}

export interface GrantListOptions extends Json {
  readonly clientId?: string;
  readonly userId?: string;
  readonly all?: true;
}

/** Lists grants with the login IDs of their users. */
export async function listGrants({ clientId, userId, all, json }: GrantListOptions): Promise<void> {
  const grants = await withAuthAdministration(async (administration) => {
    const filter = {
      ...(clientId === undefined ? {} : { clientId }),
      ...(userId === undefined ? {} : { userId }),
      includeEnded: all === true,
      limit: pageSize,
    };
    const found = await allPages<Grant>((after) =>
      administration.grants.list(after === undefined ? filter : { ...filter, after: after.grantId }),
    );
    const users = await allPages<{ readonly userId: string; readonly subject: string }>((after) =>
      administration.users.list(after === undefined ? { limit: pageSize } : { limit: pageSize, after: after.userId }),
    );
    const userIds = new Map(users.map((user) => [user.subject, user.userId]));
    return found.map((grant) => ({ ...grant, userId: userIds.get(grant.subject) }));
  });
  const head = ['GRANT_ID', 'USER_ID', 'CLIENT_ID', 'FLOW', 'RENEWED', 'STATE'];
  const rows = grants.map((grant) => [
    grant.grantId,
    grant.userId ?? `(deleted, ${grant.subject})`,
    grant.clientId,
    grant.flow,
    momentText(grant.renewedAt),
    stateOf(grant),
  ]);
  print({ json: grants.map(toJson), text: rows.length === 0 ? 'No grants.' : table([head, ...rows]) }, json === true);
}

export interface GrantEndOptions extends Json {
  readonly grantId: string;
}

export async function endGrant({ grantId, json }: GrantEndOptions): Promise<void> {
  const grant = await withAuthAdministration(({ grants }) => grants.end(grantId));
  print(
    { json: toJson(grant), text: `Grant ${grantId} has ended; its access tokens are refused within seconds.` },
    json === true,
  );
}

function stateOf({ endedAt, endReason, refreshExpiresAt }: Grant): string {
  if (endedAt !== undefined) return `ended (${endReason ?? 'unknown'})`;
  return refreshExpiresAt < Date.now() ? 'expired' : 'active';
}

function toJson(grant: Grant & { readonly userId?: string | undefined }) {
  const ended = grant.endedAt === undefined ? null : momentText(grant.endedAt);
  return {
    grant_id: grant.grantId,
    client_id: grant.clientId,
    ...(grant.userId === undefined ? {} : { user_id: grant.userId }),
    subject: grant.subject,
    flow: grant.flow,
    scope: grant.scope,
    rights: grant.rights,
    started_at: momentText(grant.startedAt),
    renewed_at: momentText(grant.renewedAt),
    refresh_expires_at: momentText(grant.refreshExpiresAt),
    ended_at: ended,
    end_reason: grant.endReason ?? null,
  };
}
