import { migrationWords } from '@trading-platform/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Members, the pairs that trade with each other, and the counters that loads draw on. */
export class CreateMembers1763700301000 implements MigrationInterface {
  readonly name = 'CreateMembers1763700301000';

  async up(runner: QueryRunner): Promise<void> {
    const { text, clustered } = migrationWords(runner);
    await runner.query(`CREATE TABLE member (
      member_code ${text} NOT NULL PRIMARY KEY,
      member_name ${text} NOT NULL,
      group_code ${text} NOT NULL,
      group_name ${text} NOT NULL,
      member_group_code ${text} NOT NULL,
      head_office_member_code ${text} NOT NULL,
      fc_owner_member_code ${text} NOT NULL,
      fc_owner_code ${text} NOT NULL,
      tax_calc_method ${text} NOT NULL,
      below_dec_point ${text} NOT NULL,
      invoice_member_kbn ${text} NOT NULL,
      invoice_reg_no ${text} NOT NULL
    ) ${clustered}`);
    await runner.query('CREATE INDEX member_head_office ON member (head_office_member_code)');
    await runner.query('CREATE INDEX member_fc_owner ON member (fc_owner_member_code)');
    await runner.query('CREATE INDEX member_group ON member (member_group_code)');
    await runner.query(`CREATE TABLE member_pair (
      member_code ${text} NOT NULL,
      member_code_partner ${text} NOT NULL,
      PRIMARY KEY (member_code, member_code_partner)
    ) ${clustered}`);
    await runner.query(`CREATE TABLE change_counter (
      name ${text} NOT NULL PRIMARY KEY,
      value BIGINT NOT NULL
    ) ${clustered}`);
    await runner.query(`CREATE TABLE number_range (
      name ${text} NOT NULL PRIMARY KEY,
      last_value BIGINT NOT NULL
    ) ${clustered}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE number_range');
    await runner.query('DROP TABLE change_counter');
    await runner.query('DROP TABLE member_pair');
    await runner.query('DROP TABLE member');
  }
}
