import { type MigrationWords, migrationWords, runAll } from '@trading-platform/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

function additions({ bytes }: MigrationWords): string[] {
  return [
    'ALTER TABLE auth_client ADD COLUMN jwks TEXT',
    'ALTER TABLE auth_client ADD COLUMN keys_required INTEGER NOT NULL DEFAULT 0',
    `CREATE TABLE auth_client_assertion (
      assertion_hash ${bytes} PRIMARY KEY,
      expires_at BIGINT NOT NULL
    )`,
    'CREATE INDEX auth_client_assertion_expiry ON auth_client_assertion (expires_at)',
  ];
}

const removals = [
  'DROP TABLE auth_client_assertion',
  'ALTER TABLE auth_client DROP COLUMN keys_required',
  'ALTER TABLE auth_client DROP COLUMN jwks',
];

/** Lets clients sign with keys of their own instead of sending a secret. */
export class AddClientKeys1795910400000 implements MigrationInterface {
  readonly name = 'AddClientKeys1795910400000';

  up(runner: QueryRunner): Promise<void> {
    return runAll(runner, additions(migrationWords(runner)));
  }

  down(runner: QueryRunner): Promise<void> {
    return runAll(runner, removals);
  }
}
