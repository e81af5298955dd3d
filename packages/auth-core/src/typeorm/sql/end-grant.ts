import { type Sql, tableOf } from '@trading-platform/database';
import type { GrantEndReason } from '../../grant/grant.js';
import { GrantEntity } from '../entities/grant.entity.js';

const end = `UPDATE ${tableOf(GrantEntity).name} SET ended_at = $2, end_reason = $3, sealed_answer = NULL
  WHERE grant_id = $1 AND ended_at IS NULL`;

/** Ends a grant. Returns false if the grant has already ended or does not exist. */
export async function endGrant(sql: Sql, grantId: string, reason: GrantEndReason, at: number): Promise<boolean> {
  return (await sql.execute(end, [grantId, at, reason])) === 1;
}
