import { migrationWords } from '@trading-platform/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { keepUncompressed } from './keep-uncompressed.js';

/** Products of members from partners: columns that filters read, and the finished bytes of each master record. */
export class CreateProducts1763700302000 implements MigrationInterface {
  readonly name = 'CreateProducts1763700302000';

  async up(runner: QueryRunner): Promise<void> {
    const { text, bytes, rowNumber, clustered } = migrationWords(runner);
    await runner.query(`CREATE TABLE product (
      id ${rowNumber} PRIMARY KEY,
      member_code ${text} NOT NULL,
      member_code_partner ${text} NOT NULL,
      item_id ${text} NOT NULL,
      group_code ${text} NOT NULL,
      customer_code ${text} NOT NULL,
      load_id BIGINT NOT NULL,
      digest ${bytes} NOT NULL,
      former_digest ${bytes},
      body ${bytes} NOT NULL
    )`);
    await keepUncompressed(runner, 'product');
    await runner.query('CREATE UNIQUE INDEX product_key ON product (member_code, member_code_partner, item_id)');
    await runner.query(`CREATE TABLE catalog_line (
      product_id BIGINT NOT NULL,
      line_no INTEGER NOT NULL,
      member_code ${text} NOT NULL,
      catalog_id ${text} NOT NULL,
      member_code_partner ${text} NOT NULL,
      member_code_order_to ${text} NOT NULL,
      food_cat_large_code ${text} NOT NULL,
      food_cat_middle_code ${text} NOT NULL,
      food_cat_small_code ${text} NOT NULL,
      status_code ${text} NOT NULL,
      share_flg ${text} NOT NULL,
      store_unshare_flg ${text} NOT NULL,
      view_active_code ${text} NOT NULL,
      sell_stop_active_code ${text} NOT NULL,
      item_deleted_code ${text} NOT NULL,
      lead_time ${text} NOT NULL,
      update_date ${text} NOT NULL,
      PRIMARY KEY (product_id, line_no)
    ) ${clustered}`);
    await runner.query(
      "CREATE UNIQUE INDEX catalog_line_id ON catalog_line (member_code, catalog_id) WHERE catalog_id <> ''",
    );
    await runner.query('CREATE INDEX catalog_line_pair ON catalog_line (member_code, member_code_partner)');
    await runner.query(`CREATE TABLE buy_line (
      product_id BIGINT NOT NULL,
      line_no INTEGER NOT NULL,
      stock_class ${text} NOT NULL,
      update_date ${text} NOT NULL,
      PRIMARY KEY (product_id, line_no)
    ) ${clustered}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE buy_line');
    await runner.query('DROP TABLE catalog_line');
    await runner.query('DROP TABLE product');
  }
}
