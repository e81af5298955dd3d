import { type Sql, tableOf } from '@trading-platform/database';
import { RevocationEntity } from '../entities/revocation.entity.js';

const revocations = tableOf(RevocationEntity);
const after = `SELECT ${revocations.columns} FROM ${revocations.name} WHERE position > $1 ORDER BY position LIMIT $2`;
const newest = `SELECT MAX(position) AS position FROM ${revocations.name}`;

/** Reads entries of the feed. Every process of every API reads the feed again and again. */
export async function readRevocationsAfter(sql: Sql, position: number, limit: number): Promise<RevocationEntity[]> {
  const rows = await sql.query<object>(after, [position, limit]);
  return rows.map(revocations.read);
}

/** Returns the newest position, or 0 for an empty feed. */
export async function readNewestPosition(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ position: number | null }>(newest);
  return row?.position ?? 0;
}
