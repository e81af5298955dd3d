import { type Sql, tableOf } from '@trading-platform/database';
import type { GrantRenewal } from '../../grant/grant-store.js';
import { ClientEntity } from '../entities/client.entity.js';
import { GrantEntity } from '../entities/grant.entity.js';
import { UserEntity } from '../entities/user.entity.js';

const { name: grants } = tableOf(GrantEntity);
const renew = `UPDATE ${grants} SET replaced_hash = refresh_hash, replaced_at = $5, refresh_hash = $3, refresh_expires_at = $4,
    sealed_answer = $6, renewed_at = $5, refresh_key_id = $9
  WHERE grant_id = $1 AND refresh_hash = $2 AND ended_at IS NULL AND refresh_expires_at > $5
    AND EXISTS (SELECT 1 FROM ${tableOf(UserEntity).name} u
      WHERE u.subject = ${grants}.subject AND u.disabled_at IS NULL AND u.generation = $7)
    AND EXISTS (SELECT 1 FROM ${tableOf(ClientEntity).name} c
      WHERE c.client_id = ${grants}.client_id AND c.disabled_at IS NULL AND c.generation = $8)`;

/** Replaces the refresh token of a grant. A conditional update decides which of several simultaneous requests succeeds. */
export async function renewGrant(sql: Sql, renewal: GrantRenewal): Promise<boolean> {
  const { grantId, presentedHash, refreshHash, refreshExpiresAt, at, sealedAnswer } = renewal;
  const token = [grantId, presentedHash, refreshHash, refreshExpiresAt, at, sealedAnswer ?? null];
  return (
    (await sql.execute(renew, [...token, renewal.userGeneration, renewal.clientGeneration, renewal.refreshKeyId])) === 1
  );
}
