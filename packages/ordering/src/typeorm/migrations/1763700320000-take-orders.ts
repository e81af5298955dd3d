import { migrationWords, runAll } from '@trading-platform/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { fillFromProducts, fillFromSlips } from './fill-from-bodies.js';

/**
 * Orders are taken, sent and listed: what an `upload_no` stands for, the versions of removed slips, and columns for what only
 * the bodies of slips and products had. The digest of a slip is now made of what is stored, so those that there are change too.
 */
export class TakeOrders1763700320000 implements MigrationInterface {
  readonly name = 'TakeOrders1763700320000';

  async up(runner: QueryRunner): Promise<void> {
    const { text, bytes, clustered } = migrationWords(runner);
    await runAll(runner, [
      `CREATE TABLE upload_number (
        member_code ${text} NOT NULL,
        upload_no ${text} NOT NULL,
        digest ${bytes} NOT NULL,
        trade_id ${text} NOT NULL,
        check_number ${text} NOT NULL,
        member_code_buyer ${text} NOT NULL,
        PRIMARY KEY (member_code, upload_no)
      ) ${clustered}`,
      'CREATE INDEX upload_number_trade_id ON upload_number (trade_id, member_code)',
      `CREATE TABLE removed_slip (
        trade_id ${text} NOT NULL PRIMARY KEY,
        version BIGINT NOT NULL
      ) ${clustered}`,
      ...newTexts.map(([table, column]) => `ALTER TABLE ${table} ADD COLUMN ${column} ${text} NOT NULL DEFAULT ''`),
      'ALTER TABLE slip ADD COLUMN sent_from BIGINT',
      "UPDATE slip SET slip_kind = CASE WHEN kind IN ('3', '4') THEN '1' ELSE kind END, update_date = update_day",
      'DROP INDEX catalog_line_pair',
      'CREATE INDEX catalog_line_pair ON catalog_line (member_code, member_code_partner, private_item_code)',
    ]);
    await fillFromSlips(runner);
    await fillFromProducts(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runAll(runner, [
      'DROP INDEX catalog_line_pair',
      'CREATE INDEX catalog_line_pair ON catalog_line (member_code, member_code_partner)',
      'ALTER TABLE slip DROP COLUMN sent_from',
      ...newTexts.map(([table, column]) => `ALTER TABLE ${table} DROP COLUMN ${column}`),
      'DROP TABLE removed_slip',
      'DROP TABLE upload_number',
    ]);
  }
}

const newTexts = [
  ['slip', 'slip_kind'],
  ['slip', 'update_date'],
  ['slip', 'hope_delivery_date'],
  ['slip', 'trade_total'],
  ['catalog_line', 'private_item_code'],
] as const;
