import { type MigrationWords, migrationWords, runAll } from '@trading-platform/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

function additions({ text, bytes }: MigrationWords): string[] {
  return [
    `CREATE TABLE auth_reset_link (
      subject ${text} PRIMARY KEY,
      link_hash ${bytes} NOT NULL UNIQUE,
      user_generation BIGINT NOT NULL,
      created_at BIGINT NOT NULL,
      expires_at BIGINT NOT NULL
    )`,
    'CREATE INDEX auth_reset_link_expiry ON auth_reset_link (expires_at)',
    'ALTER TABLE auth_session ADD COLUMN browser_name TEXT',
    'ALTER TABLE auth_session ADD COLUMN system_name TEXT',
    'ALTER TABLE auth_session ADD COLUMN last_used_at BIGINT',
  ];
}

const removals = [
  'ALTER TABLE auth_session DROP COLUMN last_used_at',
  'ALTER TABLE auth_session DROP COLUMN system_name',
  'ALTER TABLE auth_session DROP COLUMN browser_name',
  'DROP TABLE auth_reset_link',
];

/** Lets users set a forgotten password by a link, and stores in which browsers they are signed in. */
export class AddResetLinks1796084200000 implements MigrationInterface {
  readonly name = 'AddResetLinks1796084200000';

  up(runner: QueryRunner): Promise<void> {
    return runAll(runner, additions(migrationWords(runner)));
  }

  down(runner: QueryRunner): Promise<void> {
    return runAll(runner, removals);
  }
}
