import { dialectOf, runAll } from '@trading-platform/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** SQLite adds no column that may not be empty unless it has a default. */
const bytes = { sqlite: "BLOB DEFAULT x''", postgres: 'BYTEA' } as const;

/**
 * Bounds of wrong passwords within any 24 hours: failures are kept by their instants, six bytes each, instead of a number of
 * them and a start. Counts begin anew.
 */
export class CountFailuresByTime1763700000101 implements MigrationInterface {
  readonly name = 'CountFailuresByTime1763700000101';

  up(runner: QueryRunner): Promise<void> {
    return runAll(runner, [
      'DELETE FROM auth_attempt',
      'ALTER TABLE auth_attempt DROP COLUMN window_started_at',
      'ALTER TABLE auth_attempt DROP COLUMN failures',
      `ALTER TABLE auth_attempt ADD COLUMN failed_at ${bytes[dialectOf(runner)]} NOT NULL`,
    ]);
  }

  down(runner: QueryRunner): Promise<void> {
    return runAll(runner, [
      'DELETE FROM auth_attempt',
      'ALTER TABLE auth_attempt DROP COLUMN failed_at',
      'ALTER TABLE auth_attempt ADD COLUMN window_started_at BIGINT NOT NULL DEFAULT 0',
      'ALTER TABLE auth_attempt ADD COLUMN failures INTEGER NOT NULL DEFAULT 0',
    ]);
  }
}
