import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Generations stand where instants of different clocks were compared. What is in use at the upgrade is of the first one. */
const added = [
  ['auth_user', 'generation BIGINT NOT NULL DEFAULT 1'],
  ['auth_client', 'generation BIGINT NOT NULL DEFAULT 1'],
  ['auth_code', 'user_generation BIGINT NOT NULL DEFAULT 1'],
  ['auth_session', 'user_generation BIGINT NOT NULL DEFAULT 1'],
  ['auth_revocation', 'up_to_generation BIGINT'],
] as const;

abstract class NumberGenerations implements MigrationInterface {
  readonly name = 'NumberGenerations1763700000102';

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, column] of added) await runner.query(`ALTER TABLE ${table} ADD COLUMN ${column}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, column] of added) {
      await runner.query(`ALTER TABLE ${table} DROP COLUMN ${column.split(' ')[0]}`);
    }
  }
}

/** Everything of a user or client ends with its generation, whatever the clocks say. */
export class NumberGenerationsSqlite1763700000102 extends NumberGenerations {}

/** The same for PostgreSQL. */
export class NumberGenerationsPostgres1763700000102 extends NumberGenerations {}
