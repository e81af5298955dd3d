import { type Sql, tableOf } from '@trading-platform/database';
import type { AttemptState } from '../../throttle/attempt-store.js';
import { AttemptEntity } from '../entities/attempt.entity.js';

const attempts = tableOf(AttemptEntity);
const changed = attempts.columnNames.slice(1).map((column) => `${column} = excluded.${column}`);
const write = `${attempts.insertInto()} ON CONFLICT (attempt_key) DO UPDATE SET ${changed.join(', ')}`;
const remove = `DELETE FROM ${attempts.name} WHERE attempt_key = $1`;
const size = `SELECT COUNT(*) AS size FROM (SELECT 1 FROM ${attempts.name} LIMIT $1) AS counted`;

export async function findAttempts(sql: Sql, keys: readonly string[]): Promise<AttemptState[]> {
  const placeholders = keys.map((_, index) => `$${index + 1}`).join(', ');
  const rows = await sql.query<object>(
    `SELECT ${attempts.columns} FROM ${attempts.name} WHERE attempt_key IN (${placeholders}) ORDER BY attempt_key`,
    keys,
  );
  return rows.map(attempts.read);
}

/**
 * On SQLite no lock is needed, because there is only one writer at a time. On PostgreSQL the keys are always locked in the same
 * order, even if they have no row.
 */
export async function lockAttempts(sql: Sql, keys: readonly string[]): Promise<void> {
  if (sql.dialect === 'sqlite') return;
  for (const key of keys.toSorted()) await sql.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [key]);
}

export async function writeAttempt(sql: Sql, state: AttemptState): Promise<void> {
  await sql.execute(write, attempts.values(state));
}

export async function removeAttempt(sql: Sql, key: string): Promise<void> {
  await sql.execute(remove, [key]);
}

/** Returns the number of keys that have a row. Counting stops at `atMost`. */
export async function countAttempts(sql: Sql, atMost: number): Promise<number> {
  const [row] = await sql.query<{ size: number }>(size, [atMost]);
  return row?.size ?? 0;
}
