import { runAll } from '@trading-platform/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The order list goes along an index: the one that finds the slips of a pair, in the order of their numbers; planned ones have their own. */
export class ListOrders1763700330000 implements MigrationInterface {
  readonly name = 'ListOrders1763700330000';

  async up(runner: QueryRunner): Promise<void> {
    await runAll(runner, [
      'DROP INDEX slip_pair',
      'CREATE INDEX slip_pair ON slip (member_code_self, member_code_partner, trade_id)',
      `CREATE INDEX slip_planned ON slip (member_code_self, member_code_partner, trade_id) WHERE status_code = '10'`,
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runAll(runner, [
      'DROP INDEX slip_planned',
      'DROP INDEX slip_pair',
      'CREATE INDEX slip_pair ON slip (member_code_self, member_code_partner)',
    ]);
  }
}
