import { migrationWords } from '@trading-platform/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Price rules of FC owners; `scope` is owner, store, line and category as one text, by which rules are found. */
export class CreateFcPrices1763700305000 implements MigrationInterface {
  readonly name = 'CreateFcPrices1763700305000';

  async up(runner: QueryRunner): Promise<void> {
    const { text, clustered } = migrationWords(runner);
    await runner.query(`CREATE TABLE fc_price (
      scope ${text} NOT NULL,
      valid_from ${text} NOT NULL,
      date_basis ${text} NOT NULL,
      fc_owner_member_code ${text} NOT NULL,
      member_code_store ${text} NOT NULL,
      catalog_id ${text} NOT NULL,
      food_cat_large_code ${text} NOT NULL,
      method ${text} NOT NULL,
      value ${text} NOT NULL,
      rounding ${text} NOT NULL,
      valid_to ${text} NOT NULL,
      PRIMARY KEY (scope, valid_from, date_basis)
    ) ${clustered}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE fc_price');
  }
}
