import { dialectOf, type MigrationWords, migrationWords, runAll } from '@trading-platform/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

function tables({ text, bytes, serial }: MigrationWords): string[] {
  return [
    `CREATE TABLE auth_client (
      client_id ${text} PRIMARY KEY,
      name TEXT NOT NULL,
      redirect_uris TEXT NOT NULL,
      code_flow INTEGER NOT NULL,
      credentials_flow INTEGER NOT NULL,
      pkce_required INTEGER NOT NULL,
      openid INTEGER NOT NULL,
      secret_hash ${bytes} NOT NULL,
      secret_created_at BIGINT NOT NULL,
      previous_secret_hash ${bytes},
      previous_secret_ends_at BIGINT,
      disabled_at BIGINT,
      created_at BIGINT NOT NULL,
      updated_at BIGINT NOT NULL,
      generation BIGINT NOT NULL DEFAULT 1,
      member_wide INTEGER NOT NULL DEFAULT 0,
      account INTEGER NOT NULL DEFAULT 0,
      secret_key_id TEXT,
      previous_secret_key_id TEXT
    )`,
    `CREATE TABLE auth_user (
      user_id ${text} PRIMARY KEY,
      subject ${text} NOT NULL UNIQUE,
      member_code ${text} NOT NULL,
      name TEXT NOT NULL,
      email TEXT NOT NULL,
      password_hash TEXT NOT NULL,
      password_changed_at BIGINT NOT NULL,
      disabled_at BIGINT,
      created_at BIGINT NOT NULL,
      updated_at BIGINT NOT NULL,
      generation BIGINT NOT NULL DEFAULT 1
    )`,
    `CREATE TABLE auth_grant (
      grant_id ${text} PRIMARY KEY,
      client_id ${text} NOT NULL,
      subject ${text} NOT NULL,
      flow TEXT NOT NULL,
      scope TEXT NOT NULL,
      authenticated_at BIGINT NOT NULL,
      started_at BIGINT NOT NULL,
      renewed_at BIGINT NOT NULL,
      refresh_hash ${bytes} NOT NULL,
      refresh_expires_at BIGINT NOT NULL,
      replaced_hash ${bytes},
      replaced_at BIGINT,
      sealed_answer ${bytes},
      ended_at BIGINT,
      end_reason TEXT,
      refresh_key_id TEXT
    )`,
    'CREATE INDEX auth_grant_subject ON auth_grant (subject)',
    'CREATE INDEX auth_grant_client ON auth_grant (client_id)',
    'CREATE INDEX auth_grant_expiry ON auth_grant (refresh_expires_at)',
    'CREATE INDEX auth_grant_end ON auth_grant (ended_at) WHERE ended_at IS NOT NULL',
    'CREATE INDEX auth_grant_answer ON auth_grant (replaced_at) WHERE sealed_answer IS NOT NULL',
    `CREATE TABLE auth_code (
      code_hash ${bytes} PRIMARY KEY,
      grant_id ${text} NOT NULL,
      client_id ${text} NOT NULL,
      subject ${text} NOT NULL,
      redirect_uri TEXT NOT NULL,
      scope TEXT NOT NULL,
      code_challenge TEXT,
      nonce TEXT,
      authenticated_at BIGINT NOT NULL,
      created_at BIGINT NOT NULL,
      expires_at BIGINT NOT NULL,
      used_at BIGINT,
      user_generation BIGINT NOT NULL DEFAULT 1
    )`,
    'CREATE INDEX auth_code_expiry ON auth_code (expires_at)',
    `CREATE TABLE auth_session (
      session_hash ${bytes} PRIMARY KEY,
      subject ${text} NOT NULL,
      authenticated_at BIGINT NOT NULL,
      created_at BIGINT NOT NULL,
      expires_at BIGINT NOT NULL,
      user_generation BIGINT NOT NULL DEFAULT 1
    )`,
    'CREATE INDEX auth_session_expiry ON auth_session (expires_at)',
    'CREATE INDEX auth_session_subject ON auth_session (subject)',
    `CREATE TABLE auth_signing_key (
      key_id ${text} PRIMARY KEY,
      state TEXT NOT NULL,
      public_jwk TEXT NOT NULL,
      sealed_private_key ${bytes} NOT NULL,
      created_at BIGINT NOT NULL,
      published_at BIGINT NOT NULL,
      activated_at BIGINT,
      retired_at BIGINT
    )`,
    "CREATE UNIQUE INDEX auth_signing_key_active ON auth_signing_key (state) WHERE state = 'active'",
    "CREATE UNIQUE INDEX auth_signing_key_next ON auth_signing_key (state) WHERE state = 'next'",
    `CREATE TABLE auth_revocation (
      position ${serial},
      digest ${text} NOT NULL,
      revoked_at BIGINT NOT NULL,
      up_to_generation BIGINT
    )`,
    'CREATE INDEX auth_revocation_digest ON auth_revocation (digest)',
    'CREATE INDEX auth_revocation_time ON auth_revocation (revoked_at)',
    `CREATE TABLE auth_attempt (
      attempt_key ${text} PRIMARY KEY,
      locks INTEGER NOT NULL,
      locked_until BIGINT NOT NULL,
      expires_at BIGINT NOT NULL,
      failed_at ${bytes} NOT NULL
    )`,
    'CREATE INDEX auth_attempt_expiry ON auth_attempt (expires_at)',
    `CREATE TABLE auth_known_place (
      place_key ${text} PRIMARY KEY,
      seen_at BIGINT NOT NULL
    )`,
    'CREATE INDEX auth_known_place_time ON auth_known_place (seen_at)',
    `CREATE TABLE auth_audit (
      id ${serial},
      happened_at BIGINT NOT NULL,
      event TEXT NOT NULL,
      outcome TEXT NOT NULL,
      address TEXT NOT NULL,
      request_id TEXT,
      client_id ${text},
      user_id ${text},
      grant_id ${text},
      detail TEXT
    )`,
    'CREATE INDEX auth_audit_time ON auth_audit (happened_at)',
    'CREATE INDEX auth_audit_user ON auth_audit (user_id, id)',
    'CREATE INDEX auth_audit_client ON auth_audit (client_id, id)',
  ];
}

const tableNames = [
  'auth_audit',
  'auth_known_place',
  'auth_attempt',
  'auth_revocation',
  'auth_signing_key',
  'auth_session',
  'auth_code',
  'auth_grant',
  'auth_user',
  'auth_client',
];

const onlyAppended = {
  sqlite: [
    `CREATE TRIGGER auth_audit_unchanged BEFORE UPDATE ON auth_audit
      BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END`,
  ],
  postgres: [
    `CREATE FUNCTION auth_audit_unchanged() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN RAISE EXCEPTION ''the audit log is append-only''; END'`,
    `CREATE TRIGGER auth_audit_unchanged BEFORE UPDATE ON auth_audit
      FOR EACH ROW EXECUTE FUNCTION auth_audit_unchanged()`,
  ],
} as const;

/** Creates the tables of clients, users, grants, codes, keys, revocations, attempts and the audit log. */
export class CreateAuth1795651200000 implements MigrationInterface {
  readonly name = 'CreateAuth1795651200000';

  up(runner: QueryRunner): Promise<void> {
    return runAll(runner, [...tables(migrationWords(runner)), ...onlyAppended[dialectOf(runner)]]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runAll(
      runner,
      tableNames.map((name) => `DROP TABLE ${name}`),
    );
    if (dialectOf(runner) === 'postgres') await runner.query('DROP FUNCTION auth_audit_unchanged()');
  }
}
