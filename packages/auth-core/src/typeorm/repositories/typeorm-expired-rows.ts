import type { Database } from '@trading-platform/database';
import type { ExpiredRows, ExpiringKind } from '../../housekeeping/expired-rows.js';

const removal = (table: string, key: string, condition: string) =>
  `DELETE FROM ${table} WHERE ${key} IN (SELECT ${key} FROM ${table} WHERE ${condition} LIMIT $2)`;

const statements: Readonly<Record<ExpiringKind, string>> = {
  codes: removal('auth_code', 'code_hash', 'expires_at < $1'),
  'expired-grants': removal('auth_grant', 'grant_id', 'refresh_expires_at < $1'),
  'ended-grants': removal('auth_grant', 'grant_id', 'ended_at < $1'),
  'reissue-answers': `UPDATE auth_grant SET sealed_answer = NULL WHERE grant_id IN
    (SELECT grant_id FROM auth_grant WHERE sealed_answer IS NOT NULL AND replaced_at < $1 LIMIT $2)`,
  sessions: removal('auth_session', 'session_hash', 'expires_at < $1'),
  attempts: removal('auth_attempt', 'attempt_key', 'expires_at < $1'),
  'known-places': removal('auth_known_place', 'place_key', 'seen_at < $1'),
  revocations: removal('auth_revocation', 'position', 'revoked_at < $1'),
  'retired-keys': removal('auth_signing_key', 'key_id', "state = 'retired' AND retired_at < $1"),
  'withdrawn-keys': removal('auth_signing_key', 'key_id', "state = 'withdrawn' AND retired_at < $1"),
  'audit-records': removal('auth_audit', 'id', 'happened_at < $1'),
};

export class SqlExpiredRows implements ExpiredRows {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  remove(kind: ExpiringKind, before: number, limit: number): Promise<number> {
    return this.#database.execute(statements[kind], [before, limit]);
  }
}
