import { type Sql, tableOf } from '@trading-platform/database';
import type { StoredGrant } from '../../grant/grant.js';
import type { Generations } from '../../token/token-id.js';
import { ClientEntity } from '../entities/client.entity.js';
import { GrantEntity } from '../entities/grant.entity.js';
import { UserEntity } from '../entities/user.entity.js';

const grants = tableOf(GrantEntity);
const count = grants.columnNames.length;
const place = (column: string) => `$${grants.columnNames.indexOf(column) + 1}`;
const insert = `INSERT INTO ${grants.name} (${grants.columns})
  SELECT ${grants.columnNames.map(place).join(', ')} FROM ${tableOf(ClientEntity).name} c, ${tableOf(UserEntity).name} u
  WHERE c.client_id = ${place('client_id')} AND c.disabled_at IS NULL AND c.generation = $${count + 1}
    AND u.subject = ${place('subject')} AND u.disabled_at IS NULL AND u.generation = $${count + 2}`;
const lockingInsert = { sqlite: insert, postgres: `${insert} FOR SHARE OF u` } as const;

/**
 * Adds a grant only if the user and the client are active and have the given generations at this moment. The check of the
 * generations ensures that the password has not changed since it was checked. PostgreSQL locks the row of the user, so that the
 * user cannot be disabled between this check and the commit.
 */
export async function insertGrant(
  sql: Sql,
  grant: StoredGrant,
  { clientGeneration, userGeneration }: Generations,
): Promise<boolean> {
  const values = [...grants.values(grant), clientGeneration, userGeneration];
  return (await sql.execute(lockingInsert[sql.dialect], values)) === 1;
}
