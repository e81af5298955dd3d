import { type MigrationWords, migrationWords, runAll } from '@trading-platform/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

function additions({ text, rowNumber, clustered }: MigrationWords): string[] {
  return [
    `CREATE TABLE find_slip (
      slip_id ${rowNumber} PRIMARY KEY,
      member_code_self ${text} NOT NULL,
      number_key ${text} NOT NULL
    )`,
    'CREATE INDEX find_slip_number ON find_slip (member_code_self, number_key)',
    `CREATE TABLE find_product (
      member_code ${text} NOT NULL,
      product_id BIGINT NOT NULL,
      words ${text} NOT NULL,
      PRIMARY KEY (member_code, product_id)
    ) ${clustered}`,
    `CREATE TABLE find_progress (
      name ${text} NOT NULL,
      member_code ${text} NOT NULL,
      position BIGINT NOT NULL,
      row_id BIGINT NOT NULL,
      PRIMARY KEY (name, member_code)
    ) ${clustered}`,
  ];
}

/**
 * Creates the tables by which slips and products are found. They are separate tables that workers fill afterwards. So
 * no table of slips or products is locked, and processes of earlier versions can write at the same time.
 */
export class AddFind1796256000000 implements MigrationInterface {
  readonly name = 'AddFind1796256000000';

  up(runner: QueryRunner): Promise<void> {
    return runAll(runner, additions(migrationWords(runner)));
  }

  down(runner: QueryRunner): Promise<void> {
    return runAll(
      runner,
      ['find_progress', 'find_product', 'find_slip'].map((name) => `DROP TABLE ${name}`),
    );
  }
}
