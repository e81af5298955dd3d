import { migrationWords } from '@trading-platform/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Members can be removed when nothing names them, and pairs end with their last product or slip: both are found by
 * indexes. The destination of orders was known for order-master lines only; of products without such a line that are in the
 * table already it stays unknown until they are loaded again.
 */
export class FindWhatNamesMembers1763700313000 implements MigrationInterface {
  readonly name = 'FindWhatNamesMembers1763700313000';

  async up(runner: QueryRunner): Promise<void> {
    const { text } = migrationWords(runner);
    await runner.query(`ALTER TABLE product ADD COLUMN member_code_order_to ${text} NOT NULL DEFAULT ''`);
    await runner.query(`UPDATE product SET member_code_order_to =
        (SELECT MAX(c.member_code_order_to) FROM catalog_line c WHERE c.product_id = product.id)
      WHERE id IN (SELECT c.product_id FROM catalog_line c WHERE c.member_code_order_to <> '')`);
    for (const [table, column] of namingColumns) {
      await runner.query(`CREATE INDEX ${table}_${column} ON ${table} (${column}) WHERE ${column} <> ''`);
    }
    await runner.query('CREATE INDEX slip_pair ON slip (member_code_self, member_code_partner)');
    await runner.query(
      `DELETE FROM member_pair WHERE ${recordTables
        .map(
          ([table, owner]) => `NOT EXISTS (SELECT 1 FROM ${table} r
          WHERE r.${owner} = member_pair.member_code AND r.member_code_partner = member_pair.member_code_partner)
        AND NOT EXISTS (SELECT 1 FROM ${table} r
          WHERE r.${owner} = member_pair.member_code_partner AND r.member_code_partner = member_pair.member_code)`,
        )
        .join(' AND ')}`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX slip_pair');
    for (const [table, column] of namingColumns) await runner.query(`DROP INDEX ${table}_${column}`);
    await runner.query('ALTER TABLE product DROP COLUMN member_code_order_to');
  }
}

const namingColumns = [
  ['product', 'member_code_order_to'],
  ['slip', 'fc_owner_member_code'],
  ['setting_row', 'member_code_order_to'],
] as const;

const recordTables = [
  ['product', 'member_code'],
  ['slip', 'member_code_self'],
] as const;
