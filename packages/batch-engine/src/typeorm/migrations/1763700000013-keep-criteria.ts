import { runAll } from '@trading-platform/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a batch was asked for, after it was removed. Workers of the former release remove batches without. */
export class KeepCriteria1763700000013 implements MigrationInterface {
  readonly name = 'KeepCriteria1763700000013';

  async up(runner: QueryRunner): Promise<void> {
    await runAll(runner, ['ALTER TABLE ended_batch ADD COLUMN criteria TEXT']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runAll(runner, ['ALTER TABLE ended_batch DROP COLUMN criteria']);
  }
}
