import { type MigrationWords, migrationWords, runAll } from '@trading-platform/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

function additions({ text, bytes, clustered }: MigrationWords): string[] {
  return [
    `CREATE TABLE slip_life (
      trade_id ${text} NOT NULL PRIMARY KEY,
      change_until ${text} NOT NULL,
      confirmed_at ${text} NOT NULL,
      order_prices ${text} NOT NULL,
      returned ${text} NOT NULL
    ) ${clustered}`,
    `CREATE TABLE update_number (
      member_code ${text} NOT NULL,
      update_no ${text} NOT NULL,
      digest ${bytes} NOT NULL,
      trade_id ${text} NOT NULL,
      status_code ${text} NOT NULL,
      version BIGINT NOT NULL,
      new_trade_id ${text} NOT NULL,
      new_check_number ${text} NOT NULL,
      new_version BIGINT,
      PRIMARY KEY (member_code, update_no)
    ) ${clustered}`,
    'CREATE INDEX update_number_trade_id ON update_number (trade_id, member_code)',
  ];
}

/** Creates the tables for data about slips that no import changes, and for the numbers of updates. */
export class AddTradeUpdates1795737600001 implements MigrationInterface {
  readonly name = 'AddTradeUpdates1795737600001';

  up(runner: QueryRunner): Promise<void> {
    return runAll(runner, additions(migrationWords(runner)));
  }

  down(runner: QueryRunner): Promise<void> {
    return runAll(
      runner,
      ['update_number', 'slip_life'].map((name) => `DROP TABLE ${name}`),
    );
  }
}
