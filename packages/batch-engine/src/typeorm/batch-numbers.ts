import type { Database } from '@trading-platform/database';

/** Returns the highest number that any batch has had, or 0 if there was no batch. */
export async function lastBatchNumber(database: Database): Promise<number> {
  const [row] = await database.query<{ last: number }>(
    database.dialect === 'sqlite'
      ? 'SELECT last FROM batch_number'
      : 'SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS last FROM batch_number',
  );
  return row?.last ?? 0;
}

/** Makes sure that new batches get higher numbers than the given number. The numbers of new batches never decrease. */
export async function continueBatchNumbers(database: Database, last: number): Promise<void> {
  if (last <= (await lastBatchNumber(database))) return;
  if (database.dialect === 'sqlite') await database.execute('UPDATE batch_number SET last = $1', [last]);
  else await database.query(`SELECT setval('batch_number', $1)`, [last]);
}
