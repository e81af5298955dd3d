import { type Transaction, tableOf } from '@trading-platform/database';
import { SigningKeyEntity } from '../entities/signing-key.entity.js';

const lock = `LOCK TABLE ${tableOf(SigningKeyEntity).name} IN SHARE ROW EXCLUSIVE MODE`;

/**
 * On SQLite no lock is needed, because there is only one writer at a time. On PostgreSQL, changes of keys wait for each other,
 * but readers do not wait.
 */
export async function lockSigningKeys(transaction: Transaction): Promise<void> {
  if (transaction.dialect === 'postgres') await transaction.execute(lock);
}
