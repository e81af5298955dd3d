import type { Database, Sql } from '@trading-platform/database';
import type { AttemptChange, AttemptState, AttemptStore } from '../../throttle/attempt-store.js';
import { insertAudit } from '../statements/insert-audit.js';

interface AttemptRow {
  readonly attempt_key: string;
  readonly failed_at: Uint8Array;
  readonly locks: number;
  readonly locked_until: number;
  readonly expires_at: number;
}

/** Bytes of one instant in `failed_at`. */
const instantBytes = 6;

export class SqlAttemptStore implements AttemptStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  find(keys: readonly string[]): Promise<AttemptState[]> {
    return findAttempts(this.#database, keys);
  }

  change(keys: readonly string[], decide: (states: ReadonlyMap<string, AttemptState>) => AttemptChange): Promise<void> {
    return this.#database.transaction(async (transaction) => {
      await lockAttempts(transaction, keys.toSorted());
      const states = await findAttempts(transaction, keys);
      const { written = [], cleared = [], events = [] } = decide(new Map(states.map((state) => [state.key, state])));
      for (const state of written) await writeAttempt(transaction, state);
      for (const key of cleared) await transaction.execute('DELETE FROM auth_attempt WHERE attempt_key = $1', [key]);
      for (const event of events) await insertAudit(transaction, event);
    });
  }

  async clearAllUnder(key: string): Promise<void> {
    await this.#database.execute(
      'DELETE FROM auth_attempt WHERE attempt_key = $1 OR (attempt_key > $2 AND attempt_key < $3)',
      [key, ...rangeUnder(key)],
    );
  }

  async size(atMost: number): Promise<number> {
    const [row] = await this.#database.query<{ size: number }>(
      'SELECT COUNT(*) AS size FROM (SELECT 1 FROM auth_attempt LIMIT $1) AS counted',
      [atMost],
    );
    return row?.size ?? 0;
  }

  async knownPlaces(keys: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#database.query<{ place_key: string; seen_at: number }>(
      `SELECT place_key, seen_at FROM auth_known_place WHERE place_key IN (${placeholders(keys)})`,
      keys,
    );
    return new Map(rows.map((row) => [row.place_key, row.seen_at]));
  }

  async rememberPlace(key: string, at: number): Promise<void> {
    await this.#database.execute(
      `INSERT INTO auth_known_place (place_key, seen_at) VALUES ($1, $2)
       ON CONFLICT (place_key) DO UPDATE SET seen_at = excluded.seen_at`,
      [key, at],
    );
  }

  async forgetPlacesUnder(key: string): Promise<void> {
    await this.#database.execute(
      'DELETE FROM auth_known_place WHERE place_key > $1 AND place_key < $2',
      rangeUnder(key),
    );
  }
}

/** All keys that begin with this one and a dot: the slash is the character after the dot. */
function rangeUnder(key: string): readonly [string, string] {
  return [`${key}.`, `${key}/`];
}

/** SQLite has one writer at a time anyway. On PostgreSQL the keys are locked in one order, whether they have a row or not. */
async function lockAttempts(sql: Sql, keys: readonly string[]): Promise<void> {
  if (sql.dialect === 'sqlite') return;
  for (const key of keys) await sql.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [key]);
}

async function findAttempts(sql: Sql, keys: readonly string[]): Promise<AttemptState[]> {
  const rows = await sql.query<AttemptRow>(
    `SELECT * FROM auth_attempt WHERE attempt_key IN (${placeholders(keys)}) ORDER BY attempt_key`,
    keys,
  );
  return rows.map(readAttempt);
}

function placeholders(keys: readonly string[]): string {
  return keys.map((_, index) => `$${index + 1}`).join(', ');
}

async function writeAttempt(sql: Sql, state: AttemptState): Promise<void> {
  await sql.execute(
    `INSERT INTO auth_attempt (attempt_key, failed_at, locks, locked_until, expires_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (attempt_key) DO UPDATE SET failed_at = excluded.failed_at, locks = excluded.locks,
       locked_until = excluded.locked_until, expires_at = excluded.expires_at`,
    [state.key, packInstants(state.failedAt), state.locks, state.lockedUntil, state.expiresAt],
  );
}

function readAttempt(row: AttemptRow): AttemptState {
  return {
    key: row.attempt_key,
    failedAt: unpackInstants(row.failed_at),
    locks: row.locks,
    lockedUntil: row.locked_until,
    expiresAt: row.expires_at,
  };
}

function packInstants(instants: readonly number[]): Buffer {
  const packed = Buffer.alloc(instants.length * instantBytes);
  for (const [index, instant] of instants.entries()) packed.writeUIntBE(instant, index * instantBytes, instantBytes);
  return packed;
}

function unpackInstants(packed: Uint8Array): number[] {
  const bytes = Buffer.from(packed);
  return Array.from({ length: bytes.length / instantBytes }, (_, index) =>
    bytes.readUIntBE(index * instantBytes, instantBytes),
  );
}
