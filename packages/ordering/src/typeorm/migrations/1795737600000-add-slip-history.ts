import { migrationWords, runAll } from '@trading-platform/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the histories of slips. Changes that were made before have no rows. */
export class AddSlipHistory1795737600000 implements MigrationInterface {
  readonly name = 'AddSlipHistory1795737600000';

  up(runner: QueryRunner): Promise<void> {
    const { text, clustered } = migrationWords(runner);
    return runAll(runner, [
      `CREATE TABLE slip_history (
        trade_id ${text} NOT NULL,
        version BIGINT NOT NULL,
        at BIGINT NOT NULL,
        action ${text} NOT NULL,
        actor_kind ${text} NOT NULL,
        user_id ${text} NOT NULL,
        client_id ${text} NOT NULL,
        member_code ${text} NOT NULL,
        side ${text} NOT NULL,
        member_code_self ${text} NOT NULL,
        changes ${text} NOT NULL,
        PRIMARY KEY (trade_id, version)
      ) ${clustered}`,
    ]);
  }

  down(runner: QueryRunner): Promise<void> {
    return runAll(runner, ['DROP TABLE slip_history']);
  }
}
