import { type MigrationWords, migrationWords, runAll } from '@trading-platform/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

function additions({ text, bytes }: MigrationWords): string[] {
  return [
    'ALTER TABLE auth_user ADD COLUMN second_factor_at BIGINT',
    'ALTER TABLE auth_user ADD COLUMN second_factor_required INTEGER NOT NULL DEFAULT 0',
    'ALTER TABLE auth_user ADD COLUMN member_requires_second_factor INTEGER NOT NULL DEFAULT 0',
    'ALTER TABLE auth_client ADD COLUMN password_suffices INTEGER NOT NULL DEFAULT 0',
    `CREATE TABLE auth_authenticator (
      subject ${text} PRIMARY KEY,
      sealed_secret ${bytes} NOT NULL,
      last_step BIGINT NOT NULL,
      created_at BIGINT NOT NULL
    )`,
    `CREATE TABLE auth_recovery_code (
      code_hash ${bytes} PRIMARY KEY,
      subject ${text} NOT NULL
    )`,
    'CREATE INDEX auth_recovery_code_subject ON auth_recovery_code (subject)',
    `CREATE TABLE auth_member_policy (
      member_code ${text} PRIMARY KEY,
      second_factor_required INTEGER NOT NULL,
      updated_at BIGINT NOT NULL
    )`,
  ];
}

const removals = [
  'DROP TABLE auth_member_policy',
  'DROP TABLE auth_recovery_code',
  'DROP TABLE auth_authenticator',
  'ALTER TABLE auth_client DROP COLUMN password_suffices',
  'ALTER TABLE auth_user DROP COLUMN member_requires_second_factor',
  'ALTER TABLE auth_user DROP COLUMN second_factor_required',
  'ALTER TABLE auth_user DROP COLUMN second_factor_at',
];

/** Gives second factors to users. */
export class AddSecondFactors1795824000000 implements MigrationInterface {
  readonly name = 'AddSecondFactors1795824000000';

  up(runner: QueryRunner): Promise<void> {
    return runAll(runner, additions(migrationWords(runner)));
  }

  down(runner: QueryRunner): Promise<void> {
    return runAll(runner, removals);
  }
}
