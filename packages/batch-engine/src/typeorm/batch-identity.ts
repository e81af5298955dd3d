import type { Database, Sql } from '@trading-platform/database';
import { type Randomness, systemRandomness } from '../batch/randomness.js';

/** Returns the UUID of this database of batches. A copy of the database has the same UUID until the copy gets a new one. */
export async function batchIdentity(sql: Sql): Promise<string> {
  const [row] = await sql.query<{ identity: string }>('SELECT identity FROM batch_identity');
  if (row === undefined) throw new Error('The batch database has lost its identity: the table batch_identity is empty');
  return row.identity;
}

/** Gives a copy of the database its own identity. Returns the new identity. */
export async function renewBatchIdentity(
  database: Database,
  randomness: Randomness = systemRandomness,
): Promise<string> {
  const identity = randomness.uuid();
  await database.transaction((transaction) =>
    transaction.execute('UPDATE batch_identity SET identity = $1', [identity]),
  );
  return identity;
}
