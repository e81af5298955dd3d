import { runAll } from '@trading-platform/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateCallCounts1795651200000 implements MigrationInterface {
  readonly name = 'CreateCallCounts1795651200000';

  async up(runner: QueryRunner): Promise<void> {
    await runAll(runner, [
      `CREATE TABLE call_count (
        token_id VARCHAR(255) NOT NULL,
        minute BIGINT NOT NULL,
        calls BIGINT NOT NULL,
        PRIMARY KEY (token_id, minute)
      )`,
      'CREATE INDEX call_count_minute ON call_count (minute)',
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE call_count');
  }
}
