import type { Sql } from '@trading-platform/database';
import type { Right } from '@trading-platform/domain-types';

/**
 * The query begins with the users of the member, because a member has few users with few grants, but a client may have
 * very many grants.
 */
const livingRights = `SELECT DISTINCT g.rights FROM auth_user u JOIN auth_grant g ON g.subject = u.subject
  WHERE u.member_code = $1 AND u.disabled_at IS NULL AND g.client_id = $2 AND g.ended_at IS NULL AND g.refresh_expires_at > $3`;

/** Returns the different lists of rights of the living grants that active users of a member have given to a client. */
export async function readLivingRights(
  sql: Sql,
  clientId: string,
  memberCode: string,
  now: number,
): Promise<readonly (readonly Right[])[]> {
  const rows = await sql.query<{ rights: string }>(livingRights, [memberCode, clientId, now]);
  return rows.map(({ rights }) => JSON.parse(rights) as Right[]);
}
