import { type Sql, tableOf } from '@trading-platform/database';
import type { TokenUser } from '../../user/user.js';
import { GrantEntity } from '../entities/grant.entity.js';
import { joinUser, readTokenUser, userColumns } from './join-user.js';

const grants = tableOf(GrantEntity);
const find = `SELECT ${grants.columns} FROM ${grants.name} WHERE grant_id = $1`;
const findWithUser = `SELECT ${grants.columnsOf('g')}, ${userColumns} FROM ${grants.name} g ${joinUser('g.subject')}
  WHERE g.grant_id = $1`;

export async function findGrant(sql: Sql, grantId: string): Promise<GrantEntity | undefined> {
  const [row] = await sql.query<object>(find, [grantId]);
  return row === undefined ? undefined : grants.read(row);
}

/** Returns a grant, with its user unless the user has been deleted. */
export async function findGrantWithUser(
  sql: Sql,
  grantId: string,
): Promise<{ grant: GrantEntity; user: TokenUser | undefined } | undefined> {
  const [row] = await sql.query<object>(findWithUser, [grantId]);
  if (row === undefined) return undefined;
  const grant = grants.read(row);
  return { grant, user: readTokenUser(row, grant.subject) };
}
