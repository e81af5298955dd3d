import { runAll } from '@trading-platform/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Batches of what has changed since a cursor, and the cursors that batches give. */
export class TellChanges1763700000005 implements MigrationInterface {
  readonly name = 'TellChanges1763700000005';

  async up(runner: QueryRunner): Promise<void> {
    await runAll(runner, [
      'ALTER TABLE batch ADD COLUMN changes_since TEXT',
      'ALTER TABLE batch ADD COLUMN change_cursor TEXT',
      'ALTER TABLE batch ADD COLUMN removed_count BIGINT NOT NULL DEFAULT 0',
      'ALTER TABLE batch ADD COLUMN removed_bytes BIGINT NOT NULL DEFAULT 0',
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runAll(
      runner,
      ['removed_bytes', 'removed_count', 'change_cursor', 'changes_since'].map(
        (column) => `ALTER TABLE batch DROP COLUMN ${column}`,
      ),
    );
  }
}
