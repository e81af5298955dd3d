import type { Database, Sql } from '@trading-platform/database';
import type { AuditEvent } from '../audit/audit-event.js';
import type { AttemptState, AttemptStore, CountFailure } from '../throttle/attempt-store.js';
import { insertAudit } from './audit-rows.js';

interface AttemptRow {
  readonly attempt_key: string;
  readonly window_started_at: number;
  readonly failures: number;
  readonly locks: number;
  readonly locked_until: number;
  readonly expires_at: number;
}

export class SqlAttemptStore implements AttemptStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  find(keys: readonly string[]): Promise<AttemptState[]> {
    return findAttempts(this.#database, keys);
  }

  count(
    changes: ReadonlyMap<string, CountFailure>,
    describe: (states: readonly AttemptState[]) => readonly AuditEvent[],
  ): Promise<{ readonly refusedBy?: AttemptState }> {
    return this.#database.transaction(async (transaction) => {
      const keys = [...changes.keys()].toSorted();
      await lockAttempts(transaction, keys);
      const states = new Map((await findAttempts(transaction, keys)).map((state) => [state.key, state]));
      const counted: AttemptState[] = [];
      for (const key of keys) {
        const state = states.get(key);
        const next = changes.get(key)?.(state);
        if (next === undefined) return state === undefined ? {} : { refusedBy: state };
        counted.push(next);
      }
      for (const state of counted) await writeAttempt(transaction, state);
      for (const event of describe(counted)) await insertAudit(transaction, event);
      return {};
    });
  }

  async clear(keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.#database.execute('DELETE FROM auth_attempt WHERE attempt_key = $1', [key]);
  }

  async clearAllUnder(key: string): Promise<void> {
    // The slash is the character after the dot.
    await this.#database.execute(
      'DELETE FROM auth_attempt WHERE attempt_key = $1 OR (attempt_key > $2 AND attempt_key < $3)',
      [key, `${key}.`, `${key}/`],
    );
  }

  async isKnownPlace(key: string): Promise<boolean> {
    const rows = await this.#database.query('SELECT 1 FROM auth_known_place WHERE place_key = $1', [key]);
    return rows.length > 0;
  }

  async rememberPlace(key: string, at: number): Promise<void> {
    await this.#database.execute(
      `INSERT INTO auth_known_place (place_key, seen_at) VALUES ($1, $2)
       ON CONFLICT (place_key) DO UPDATE SET seen_at = excluded.seen_at`,
      [key, at],
    );
  }
}

/** SQLite has one writer at a time anyway. On PostgreSQL the keys are locked in one order, whether they have a row or not. */
async function lockAttempts(sql: Sql, keys: readonly string[]): Promise<void> {
  if (sql.dialect === 'sqlite') return;
  for (const key of keys) await sql.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [key]);
}

async function findAttempts(sql: Sql, keys: readonly string[]): Promise<AttemptState[]> {
  const placeholders = keys.map((_, index) => `$${index + 1}`).join(', ');
  const rows = await sql.query<AttemptRow>(
    `SELECT * FROM auth_attempt WHERE attempt_key IN (${placeholders}) ORDER BY attempt_key`,
    keys,
  );
  return rows.map(readAttempt);
}

async function writeAttempt(sql: Sql, state: AttemptState): Promise<void> {
  await sql.execute(
    `INSERT INTO auth_attempt (attempt_key, window_started_at, failures, locks, locked_until, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (attempt_key) DO UPDATE SET window_started_at = excluded.window_started_at,
       failures = excluded.failures, locks = excluded.locks, locked_until = excluded.locked_until,
       expires_at = excluded.expires_at`,
    [state.key, state.windowStartedAt, state.failures, state.locks, state.lockedUntil, state.expiresAt],
  );
}

function readAttempt(row: AttemptRow): AttemptState {
  return {
    key: row.attempt_key,
    windowStartedAt: row.window_started_at,
    failures: row.failures,
    locks: row.locks,
    lockedUntil: row.locked_until,
    expiresAt: row.expires_at,
  };
}
