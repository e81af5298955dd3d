import { migrationWords } from '@trading-platform/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rows of the four trading settings, and the delivery places of members. */
export class CreateSettings1763700304000 implements MigrationInterface {
  readonly name = 'CreateSettings1763700304000';

  async up(runner: QueryRunner): Promise<void> {
    const { text, bytes, clustered } = migrationWords(runner);
    await runner.query(`CREATE TABLE setting_row (
      member_code_seller ${text} NOT NULL,
      member_code_buyer ${text} NOT NULL,
      kind ${text} NOT NULL,
      row_no INTEGER NOT NULL,
      member_code_order_to ${text} NOT NULL,
      update_date ${text} NOT NULL,
      body ${bytes} NOT NULL,
      PRIMARY KEY (member_code_seller, member_code_buyer, kind, row_no)
    ) ${clustered}`);
    await runner.query('CREATE INDEX setting_row_buyer ON setting_row (member_code_buyer, member_code_seller)');
    await runner.query(`CREATE TABLE delivery_place (
      member_code ${text} NOT NULL,
      delivery_place_id ${text} NOT NULL,
      delivery_place_code ${text} NOT NULL,
      delivery_place_name ${text} NOT NULL,
      default_flg ${text} NOT NULL,
      PRIMARY KEY (member_code, delivery_place_id)
    ) ${clustered}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE delivery_place');
    await runner.query('DROP TABLE setting_row');
  }
}
