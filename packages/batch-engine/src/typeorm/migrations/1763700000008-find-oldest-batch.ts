import { runAll } from '@trading-platform/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The batch that waits longest is found without walking along all that have ended. */
export class FindOldestBatch1763700000008 implements MigrationInterface {
  readonly name = 'FindOldestBatch1763700000008';

  async up(runner: QueryRunner): Promise<void> {
    await runAll(runner, [`CREATE INDEX batch_oldest ON batch (id) WHERE state = 'waiting'`]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runAll(runner, ['DROP INDEX batch_oldest']);
  }
}
