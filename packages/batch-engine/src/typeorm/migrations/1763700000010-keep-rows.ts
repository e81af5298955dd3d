import { migrationWords, runAll } from '@trading-platform/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What became of batches, for some time after they were removed. Workers of the former release remove them without. */
export class KeepRows1763700000010 implements MigrationInterface {
  readonly name = 'KeepRows1763700000010';

  async up(runner: QueryRunner): Promise<void> {
    const { text, rowNumber } = migrationWords(runner);
    await runAll(runner, [
      `CREATE TABLE ended_batch (
        id ${rowNumber} PRIMARY KEY,
        function_name ${text} NOT NULL,
        member_code ${text} NOT NULL,
        client_id ${text} NOT NULL,
        state ${text} NOT NULL,
        attempt BIGINT NOT NULL,
        requested_at BIGINT NOT NULL,
        started_at BIGINT,
        ended_at BIGINT,
        snapshot_at BIGINT,
        expires_at BIGINT NOT NULL,
        record_count BIGINT NOT NULL,
        raw_bytes BIGINT NOT NULL,
        stored_bytes BIGINT NOT NULL,
        error_count BIGINT NOT NULL,
        changes_since TEXT,
        change_cursor TEXT,
        removed_count BIGINT NOT NULL,
        reason TEXT,
        forgotten_at BIGINT NOT NULL
      )`,
      'CREATE INDEX ended_batch_member ON ended_batch (member_code, id)',
      'CREATE INDEX ended_batch_forgotten ON ended_batch (forgotten_at)',
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runAll(runner, ['DROP TABLE ended_batch']);
  }
}
