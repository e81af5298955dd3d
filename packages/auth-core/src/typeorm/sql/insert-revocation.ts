import { lockUntilCommit, type Transaction, tableOf } from '@trading-platform/database';
import { type RevocationKind, revocationDigest } from '../../revocation/revocation.js';
import { RevocationEntity } from '../entities/revocation.entity.js';

export interface NewRevocation {
  readonly kind: RevocationKind;
  readonly id: string;
  /** Of a user or client: tokens of later generations are not revoked. */
  readonly upToGeneration?: number;
  /** Epoch milliseconds. */
  readonly at: number;
}

const revocations = tableOf(RevocationEntity).without('position');
const insert = revocations.insertInto();

/**
 * Adds to the feed inside the transaction of what causes it. On PostgreSQL positions are taken before a transaction commits,
 * so writers wait for each other: a reader never sees a position before a smaller one.
 */
export async function insertRevocation(
  transaction: Transaction,
  { kind, id, upToGeneration, at }: NewRevocation,
): Promise<void> {
  await lockUntilCommit(transaction, 'revocationFeed');
  const revocation = { digest: revocationDigest(kind, id), upToGeneration, revokedAt: at };
  await transaction.execute(insert, revocations.values(revocation));
}
