import { dialectOf, runAll } from '@trading-platform/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The ends of earlier batches count as reported. On PostgreSQL, the default of a new column applies to existing rows
 * without writing them, so only unfinished batches are updated.
 */
const addColumn = {
  sqlite: [
    'ALTER TABLE batch ADD COLUMN end_told INTEGER NOT NULL DEFAULT 0',
    'UPDATE batch SET end_told = 1 WHERE ended_at IS NOT NULL',
  ],
  postgres: [
    'ALTER TABLE batch ADD COLUMN end_told INTEGER NOT NULL DEFAULT 1',
    'ALTER TABLE batch ALTER COLUMN end_told SET DEFAULT 0',
    'UPDATE batch SET end_told = 0 WHERE ended_at IS NULL',
  ],
} as const;

export class AddToldEnds1795737600200 implements MigrationInterface {
  readonly name = 'AddToldEnds1795737600200';

  async up(runner: QueryRunner): Promise<void> {
    await runAll(runner, [
      ...addColumn[dialectOf(runner)],
      'CREATE INDEX batch_untold ON batch (ended_at) WHERE ended_at IS NOT NULL AND end_told = 0',
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runAll(runner, ['DROP INDEX batch_untold', 'ALTER TABLE batch DROP COLUMN end_told']);
  }
}
