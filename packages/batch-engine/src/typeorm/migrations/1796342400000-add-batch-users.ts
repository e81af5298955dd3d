import { migrationWords, runAll } from '@trading-platform/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const tables = ['batch', 'ended_batch'];

/** The users of earlier batches are not known. */
export class AddBatchUsers1796342400000 implements MigrationInterface {
  readonly name = 'AddBatchUsers1796342400000';

  async up(runner: QueryRunner): Promise<void> {
    const { text } = migrationWords(runner);
    await runAll(
      runner,
      tables.map((table) => `ALTER TABLE ${table} ADD COLUMN user_id ${text}`),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runAll(
      runner,
      tables.map((table) => `ALTER TABLE ${table} DROP COLUMN user_id`),
    );
  }
}
