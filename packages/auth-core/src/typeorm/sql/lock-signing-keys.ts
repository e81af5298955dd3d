import { type Transaction, tableOf } from '@trading-platform/database';
import { SigningKeyEntity } from '../entities/signing-key.entity.js';

const lock = `LOCK TABLE ${tableOf(SigningKeyEntity).name} IN SHARE ROW EXCLUSIVE MODE`;

/** SQLite has one writer at a time anyway. On PostgreSQL, changes of keys wait for each other; readers wait for nobody. */
export async function lockSigningKeys(transaction: Transaction): Promise<void> {
  if (transaction.dialect === 'postgres') await transaction.execute(lock);
}
