import { runAll } from '@trading-platform/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const columns = [
  ['auth_client', 'secret_key_id'],
  ['auth_client', 'previous_secret_key_id'],
  ['auth_grant', 'refresh_key_id'],
] as const;

/** Which secret key has made a hash or a token. What was there before, and what the former release makes, does not say so. */
export class NameSecretKeys1763700000104 implements MigrationInterface {
  readonly name = 'NameSecretKeys1763700000104';

  up(runner: QueryRunner): Promise<void> {
    return runAll(
      runner,
      columns.map(([table, column]) => `ALTER TABLE ${table} ADD COLUMN ${column} TEXT`),
    );
  }

  down(runner: QueryRunner): Promise<void> {
    return runAll(
      runner,
      columns.map(([table, column]) => `ALTER TABLE ${table} DROP COLUMN ${column}`),
    );
  }
}
