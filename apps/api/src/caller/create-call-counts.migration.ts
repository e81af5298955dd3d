import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Calls of all processes, by access token and minute. Rows live for two minutes. */
export class CreateCallCounts1763700900000 implements MigrationInterface {
  readonly name = 'CreateCallCounts1763700900000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE TABLE call_count (token_id VARCHAR(255) NOT NULL, minute BIGINT NOT NULL, calls BIGINT NOT NULL, PRIMARY KEY (token_id, minute))',
    );
    await runner.query('CREATE INDEX call_count_minute ON call_count (minute)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE call_count');
  }
}
