import { lockUntilCommit, type Transaction, tableOf } from '@trading-platform/database';
import { type RevocationKind, revocationDigest } from '../../revocation/revocation.js';
import { RevocationEntity } from '../entities/revocation.entity.js';

export interface NewRevocation {
  readonly kind: RevocationKind;
  readonly id: string;
  /** For a user or client: tokens from later generations are not revoked. */
  readonly upToGeneration?: number;
  /** The time of the revocation in epoch milliseconds. */
  readonly at: number;
}

const revocations = tableOf(RevocationEntity).without('position');
const insert = revocations.insertInto();

/**
 * Adds an entry to the feed, in the transaction of the change that causes it. On PostgreSQL, a position is taken before the
 * transaction commits. Writers therefore wait for each other, so that a reader never sees a position before all smaller
 * positions.
 */
export async function insertRevocation(
  transaction: Transaction,
  { kind, id, upToGeneration, at }: NewRevocation,
): Promise<void> {
  await lockUntilCommit(transaction, 'revocationFeed');
  const revocation = { digest: revocationDigest(kind, id), upToGeneration, revokedAt: at };
  await transaction.execute(insert, revocations.values(revocation));
}
