import { type Transaction, tableOf } from '@trading-platform/database';
import type { Right } from '@trading-platform/domain-types';
import type { RightsChange } from '../../client/client-store.js';
import { GrantEntity } from '../entities/grant.entity.js';

const grants = tableOf(GrantEntity);
const { name } = grants;
const living = 'client_id = $1 AND ended_at IS NULL';
const list = `SELECT DISTINCT rights FROM ${name} WHERE ${living}`;
const change = `UPDATE ${name} SET rights = $3 WHERE ${living} AND rights = $2`;

/**
 * With `alsoGrants`, gives the living grants of a client all rights of the client. Without it, takes from them the
 * rights that the client no longer has. A client has many grants, but few different lists of rights.
 */
export async function changeRightsOfGrants(
  transaction: Transaction,
  clientId: string,
  { rights, alsoGrants }: Pick<RightsChange, 'rights' | 'alsoGrants'>,
): Promise<void> {
  for (const { rights: former } of await transaction.query<{ rights: string }>(list, [clientId])) {
    const had = JSON.parse(former) as readonly Right[];
    const has = JSON.stringify(alsoGrants ? rights : rights.filter((right) => had.includes(right)));
    if (has !== former) await transaction.execute(change, [clientId, former, has]);
  }
}
