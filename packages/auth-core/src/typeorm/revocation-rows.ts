import type { Sql } from '@trading-platform/database';
import { type RevocationKind, revocationDigest } from '../revocation/revocation.js';

/** Any fixed number: entries of the feed are added one transaction after the other. */
const feedLock = 7_203_116;

/**
 * Adds to the feed inside the transaction of what causes it, after the change: no token that was issued before it has a later
 * instant than `at`. On PostgreSQL positions are taken before a transaction commits,
 * so writers wait for each other: a reader never sees a position before a smaller one.
 */
export async function insertRevocation(sql: Sql, kind: RevocationKind, id: string, at: number): Promise<void> {
  if (sql.dialect === 'postgres') await sql.query('SELECT pg_advisory_xact_lock($1)', [feedLock]);
  await sql.execute('INSERT INTO auth_revocation (digest, revoked_at) VALUES ($1, $2)', [
    revocationDigest(kind, id),
    at,
  ]);
}
