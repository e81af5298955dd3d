import { lockUntilCommit, type Transaction } from '@trading-platform/database';
import { type RevocationKind, revocationDigest } from '../../revocation/revocation.js';

export interface NewRevocation {
  readonly kind: RevocationKind;
  readonly id: string;
  /** Of a user or client: tokens of later generations are not revoked. */
  readonly upToGeneration?: number;
  /** Epoch milliseconds. */
  readonly at: number;
}

/**
 * Adds to the feed inside the transaction of what causes it. On PostgreSQL positions are taken before a transaction commits,
 * so writers wait for each other: a reader never sees a position before a smaller one.
 */
export async function insertRevocation(
  transaction: Transaction,
  { kind, id, upToGeneration, at }: NewRevocation,
): Promise<void> {
  await lockUntilCommit(transaction, 'revocationFeed');
  await transaction.execute('INSERT INTO auth_revocation (digest, up_to_generation, revoked_at) VALUES ($1, $2, $3)', [
    revocationDigest(kind, id),
    upToGeneration ?? null,
    at,
  ]);
}
