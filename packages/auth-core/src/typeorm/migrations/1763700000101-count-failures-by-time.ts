import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Failures are kept by their instants, six bytes each, instead of a number of them and a start. Counts begin anew. */
async function change(runner: QueryRunner, bytes: string): Promise<void> {
  await runner.query('DELETE FROM auth_attempt');
  await runner.query('ALTER TABLE auth_attempt DROP COLUMN window_started_at');
  await runner.query('ALTER TABLE auth_attempt DROP COLUMN failures');
  await runner.query(`ALTER TABLE auth_attempt ADD COLUMN failed_at ${bytes} NOT NULL`);
}

async function undo(runner: QueryRunner): Promise<void> {
  await runner.query('DELETE FROM auth_attempt');
  await runner.query('ALTER TABLE auth_attempt DROP COLUMN failed_at');
  await runner.query('ALTER TABLE auth_attempt ADD COLUMN window_started_at BIGINT NOT NULL DEFAULT 0');
  await runner.query('ALTER TABLE auth_attempt ADD COLUMN failures INTEGER NOT NULL DEFAULT 0');
}

/** Bounds of wrong passwords within any 24 hours. */
export class CountFailuresByTimeSqlite1763700000101 implements MigrationInterface {
  readonly name = 'CountFailuresByTime1763700000101';

  // SQLite adds no column that may not be empty unless it has a default.
  up(runner: QueryRunner): Promise<void> {
    return change(runner, "BLOB DEFAULT x''");
  }

  down(runner: QueryRunner): Promise<void> {
    return undo(runner);
  }
}

/** The same for PostgreSQL. */
export class CountFailuresByTimePostgres1763700000101 implements MigrationInterface {
  readonly name = 'CountFailuresByTime1763700000101';

  up(runner: QueryRunner): Promise<void> {
    return change(runner, 'BYTEA');
  }

  down(runner: QueryRunner): Promise<void> {
    return undo(runner);
  }
}
