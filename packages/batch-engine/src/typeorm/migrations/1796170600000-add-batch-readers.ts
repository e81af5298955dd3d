import { migrationWords, runAll } from '@trading-platform/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddBatchReaders1796170600000 implements MigrationInterface {
  readonly name = 'AddBatchReaders1796170600000';

  async up(runner: QueryRunner): Promise<void> {
    const { text, clustered } = migrationWords(runner);
    await runAll(runner, [
      `CREATE TABLE batch_reader (
        batch_id BIGINT NOT NULL,
        client_id ${text} NOT NULL,
        user_id ${text} NOT NULL,
        first_at BIGINT NOT NULL,
        last_at BIGINT NOT NULL,
        seq_from BIGINT NOT NULL,
        seq_to BIGINT NOT NULL,
        reads BIGINT NOT NULL,
        PRIMARY KEY (batch_id, client_id, user_id)
      ) ${clustered}`,
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE batch_reader');
  }
}
