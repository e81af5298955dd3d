import { type MigrationWords, migrationWords, runAll } from '@trading-platform/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

function additions({ text, bytes }: MigrationWords): string[] {
  return [
    `CREATE TABLE auth_passkey (
      credential_id ${text} PRIMARY KEY,
      subject ${text} NOT NULL,
      name TEXT NOT NULL,
      public_key ${bytes} NOT NULL,
      counter BIGINT NOT NULL,
      transports TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      last_used_at BIGINT
    )`,
    'CREATE INDEX auth_passkey_subject ON auth_passkey (subject)',
    `CREATE TABLE auth_passkey_challenge (
      challenge_hash ${bytes} PRIMARY KEY,
      expires_at BIGINT NOT NULL
    )`,
    'CREATE INDEX auth_passkey_challenge_expiry ON auth_passkey_challenge (expires_at)',
  ];
}

const removals = ['DROP TABLE auth_passkey_challenge', 'DROP TABLE auth_passkey'];

/** Lets users have passkeys as their second factor. */
export class AddPasskeys1796083200000 implements MigrationInterface {
  readonly name = 'AddPasskeys1796083200000';

  up(runner: QueryRunner): Promise<void> {
    return runAll(runner, additions(migrationWords(runner)));
  }

  down(runner: QueryRunner): Promise<void> {
    return runAll(runner, removals);
  }
}
