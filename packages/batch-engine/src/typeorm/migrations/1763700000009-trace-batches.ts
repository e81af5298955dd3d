import { runAll } from '@trading-platform/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The trace in which a batch was requested, to which its attempts belong. */
export class TraceBatches1763700000009 implements MigrationInterface {
  readonly name = 'TraceBatches1763700000009';

  async up(runner: QueryRunner): Promise<void> {
    await runAll(runner, ['ALTER TABLE batch ADD COLUMN trace TEXT']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runAll(runner, ['ALTER TABLE batch DROP COLUMN trace']);
  }
}
