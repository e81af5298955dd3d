import { type Sql, tableOf } from '@trading-platform/database';
import { type RevocationKind, revocationDigest } from '../../revocation/revocation.js';
import { RevocationEntity } from '../entities/revocation.entity.js';

const find = `SELECT 1 FROM ${tableOf(RevocationEntity).name} WHERE digest = $1`;

/** Whether the feed contains a revocation of this token, grant, user or client. */
export async function isRevoked(sql: Sql, kind: RevocationKind, id: string): Promise<boolean> {
  const known = await sql.query(find, [revocationDigest(kind, id)]);
  return known.length > 0;
}
