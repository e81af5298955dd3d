import { runAll } from '@trading-platform/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const added = [
  ['auth_user', 'generation', 'BIGINT NOT NULL DEFAULT 1'],
  ['auth_client', 'generation', 'BIGINT NOT NULL DEFAULT 1'],
  ['auth_code', 'user_generation', 'BIGINT NOT NULL DEFAULT 1'],
  ['auth_session', 'user_generation', 'BIGINT NOT NULL DEFAULT 1'],
  ['auth_revocation', 'up_to_generation', 'BIGINT'],
] as const;

/**
 * Everything of a user or client ends with its generation, whatever the clocks say; before, instants of different clocks were
 * compared. What is in use at the upgrade is of the first generation.
 */
export class NumberGenerations1763700000102 implements MigrationInterface {
  readonly name = 'NumberGenerations1763700000102';

  up(runner: QueryRunner): Promise<void> {
    return runAll(
      runner,
      added.map(([table, column, type]) => `ALTER TABLE ${table} ADD COLUMN ${column} ${type}`),
    );
  }

  down(runner: QueryRunner): Promise<void> {
    return runAll(
      runner,
      added.map(([table, column]) => `ALTER TABLE ${table} DROP COLUMN ${column}`),
    );
  }
}
