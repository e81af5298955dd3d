import { lockUntilCommit, type Transaction } from '@trading-platform/database';
import { type RevocationKind, revocationDigest } from '../revocation/revocation.js';

/**
 * Adds to the feed inside the transaction of what causes it, after the change: no token that was issued before it has a later
 * instant than `at`. On PostgreSQL positions are taken before a transaction commits,
 * so writers wait for each other: a reader never sees a position before a smaller one.
 */
export async function insertRevocation(
  transaction: Transaction,
  kind: RevocationKind,
  id: string,
  at: number,
): Promise<void> {
  await lockUntilCommit(transaction, 'revocationFeed');
  await transaction.execute('INSERT INTO auth_revocation (digest, revoked_at) VALUES ($1, $2)', [
    revocationDigest(kind, id),
    at,
  ]);
}
