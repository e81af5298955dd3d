import { runAll } from '@trading-platform/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const tables = ['batch', 'ended_batch'];

/** When somebody last read the records of a batch. */
export class TellLastReads1763700000012 implements MigrationInterface {
  readonly name = 'TellLastReads1763700000012';

  async up(runner: QueryRunner): Promise<void> {
    await runAll(
      runner,
      tables.map((table) => `ALTER TABLE ${table} ADD COLUMN last_read_at BIGINT`),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runAll(
      runner,
      tables.map((table) => `ALTER TABLE ${table} DROP COLUMN last_read_at`),
    );
  }
}
