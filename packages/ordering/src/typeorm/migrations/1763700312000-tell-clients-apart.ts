import { migrationWords } from '@trading-platform/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Download marks are of a member and a client. Those of before count for every client: their `client_id` is empty. The
 * slip comes first in their key, so that the marks of a slip are found.
 */
export class TellClientsApart1763700312000 implements MigrationInterface {
  readonly name = 'TellClientsApart1763700312000';

  async up(runner: QueryRunner): Promise<void> {
    const { text, clustered } = migrationWords(runner);
    await runner.query(`CREATE TABLE download_mark (
      slip_id BIGINT NOT NULL,
      member_code ${text} NOT NULL,
      client_id ${text} NOT NULL,
      version BIGINT NOT NULL,
      PRIMARY KEY (slip_id, member_code, client_id)
    ) ${clustered}`);
    await runner.query(`INSERT INTO download_mark (slip_id, member_code, client_id, version)
      SELECT slip_id, member_code, '', version FROM slip_download`);
    await runner.query('DROP TABLE slip_download');
  }

  /** Without clients, a slip that one system has taken counts as taken by the member. */
  async down(runner: QueryRunner): Promise<void> {
    const { text, clustered } = migrationWords(runner);
    await runner.query(`CREATE TABLE slip_download (
      member_code ${text} NOT NULL,
      slip_id BIGINT NOT NULL,
      version BIGINT NOT NULL,
      PRIMARY KEY (member_code, slip_id)
    ) ${clustered}`);
    await runner.query(`INSERT INTO slip_download (member_code, slip_id, version)
      SELECT member_code, slip_id, MAX(version) FROM download_mark GROUP BY member_code, slip_id`);
    await runner.query('DROP TABLE download_mark');
  }
}
