import { migrationWords } from '@trading-platform/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { keepUncompressed } from './keep-uncompressed.js';

/** Slips, one row for each side's view: columns that filters read; their bytes and download marks beside them. */
export class CreateSlips1763700303000 implements MigrationInterface {
  readonly name = 'CreateSlips1763700303000';

  async up(runner: QueryRunner): Promise<void> {
    const { text, bytes, rowNumber, clustered } = migrationWords(runner);
    await runner.query(`CREATE TABLE slip (
      id ${rowNumber} PRIMARY KEY,
      trade_id ${text} NOT NULL,
      member_code_self ${text} NOT NULL,
      member_code_partner ${text} NOT NULL,
      status_code ${text} NOT NULL,
      kind ${text} NOT NULL,
      customer_code ${text} NOT NULL,
      group_code ${text} NOT NULL,
      self_group_code ${text} NOT NULL,
      fc_owner_member_code ${text} NOT NULL,
      fc_owner_code ${text} NOT NULL,
      delivery_place_id ${text} NOT NULL,
      use_ac_svc ${text} NOT NULL,
      perusal_flg ${text} NOT NULL,
      has_comment INTEGER NOT NULL,
      is_modified INTEGER NOT NULL,
      is_resent INTEGER NOT NULL,
      update_day ${text} NOT NULL,
      status_day ${text} NOT NULL,
      order_day ${text} NOT NULL,
      planned_shipping_day ${text} NOT NULL,
      shipping_day ${text} NOT NULL,
      delivery_day ${text} NOT NULL,
      receipt_day ${text} NOT NULL,
      send_day ${text} NOT NULL,
      partner_groups ${text} NOT NULL,
      item_ids ${text} NOT NULL,
      private_item_ids ${text} NOT NULL,
      catalog_ids ${text} NOT NULL,
      version BIGINT NOT NULL,
      load_id BIGINT NOT NULL,
      digest ${bytes} NOT NULL,
      former_digest ${bytes},
      former_version BIGINT,
      former_update_day ${text}
    )`);
    await runner.query('CREATE UNIQUE INDEX slip_key ON slip (trade_id, member_code_self)');
    for (const day of slipDays) {
      await runner.query(`CREATE INDEX slip_by_${day} ON slip (member_code_self, ${day}, trade_id) WHERE ${day} <> ''`);
    }
    await runner.query(`CREATE TABLE slip_body (slip_id ${rowNumber} PRIMARY KEY, body ${bytes} NOT NULL)`);
    await keepUncompressed(runner, 'slip_body');
    await runner.query(`CREATE TABLE slip_download (
      member_code ${text} NOT NULL,
      slip_id BIGINT NOT NULL,
      version BIGINT NOT NULL,
      PRIMARY KEY (member_code, slip_id)
    ) ${clustered}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE slip_download');
    await runner.query('DROP TABLE slip_body');
    await runner.query('DROP TABLE slip');
  }
}

const slipDays = [
  'update_day',
  'status_day',
  'order_day',
  'planned_shipping_day',
  'shipping_day',
  'delivery_day',
  'receipt_day',
  'send_day',
];
