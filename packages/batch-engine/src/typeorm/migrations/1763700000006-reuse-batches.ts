import { migrationWords, runAll } from '@trading-platform/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a batch selected, so that a later request of the same can be answered with it, and the keys of such requests. */
export class ReuseBatches1763700000006 implements MigrationInterface {
  readonly name = 'ReuseBatches1763700000006';

  async up(runner: QueryRunner): Promise<void> {
    const { text } = migrationWords(runner);
    await runAll(runner, [
      `ALTER TABLE batch ADD COLUMN selection ${text}`,
      `CREATE INDEX batch_reusable ON batch (member_code, client_id, function_name, selection, snapshot_at)
         WHERE selection IS NOT NULL`,
      `CREATE TABLE batch_key (
        member_code ${text} NOT NULL,
        client_id ${text} NOT NULL,
        function_name ${text} NOT NULL,
        idempotency_key ${text} NOT NULL,
        idempotency_digest TEXT NOT NULL,
        batch_id BIGINT NOT NULL,
        PRIMARY KEY (member_code, client_id, function_name, idempotency_key)
      )`,
      'CREATE INDEX batch_key_batch ON batch_key (batch_id)',
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runAll(runner, [
      'DROP TABLE batch_key',
      'DROP INDEX batch_reusable',
      'ALTER TABLE batch DROP COLUMN selection',
    ]);
  }
}
