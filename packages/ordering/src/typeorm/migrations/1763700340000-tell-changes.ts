import { randomInt } from 'node:crypto';
import { migrationWords, runAll } from '@trading-platform/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Positions of changes, and the keys of what was removed (ADR 0018). Rows that there are have position 0. */
export class TellChanges1763700340000 implements MigrationInterface {
  readonly name = 'TellChanges1763700340000';

  async up(runner: QueryRunner): Promise<void> {
    const { text, clustered } = migrationWords(runner);
    await runAll(runner, [
      'ALTER TABLE change_counter ADD COLUMN position BIGINT NOT NULL DEFAULT 0',
      'ALTER TABLE product ADD COLUMN position BIGINT NOT NULL DEFAULT 0',
      'ALTER TABLE slip ADD COLUMN position BIGINT NOT NULL DEFAULT 0',
      'CREATE INDEX product_position ON product (member_code, position)',
      'CREATE INDEX slip_position ON slip (member_code_self, position)',
      `CREATE TABLE position_stamp (
        name ${text} NOT NULL,
        position BIGINT NOT NULL,
        stamp BIGINT NOT NULL,
        made_at BIGINT NOT NULL,
        PRIMARY KEY (name, position)
      ) ${clustered}`,
      `CREATE TABLE removed_product (
        member_code ${text} NOT NULL,
        member_code_partner ${text} NOT NULL,
        item_id ${text} NOT NULL,
        position BIGINT NOT NULL,
        PRIMARY KEY (member_code, member_code_partner, item_id)
      ) ${clustered}`,
      'CREATE INDEX removed_product_position ON removed_product (member_code, position)',
      `CREATE TABLE removed_view (
        trade_id ${text} NOT NULL,
        member_code_self ${text} NOT NULL,
        position BIGINT NOT NULL,
        PRIMARY KEY (trade_id, member_code_self)
      ) ${clustered}`,
      'CREATE INDEX removed_view_position ON removed_view (member_code_self, position)',
      `CREATE TABLE setting_change (
        kind ${text} NOT NULL,
        member_code_seller ${text} NOT NULL,
        member_code_buyer ${text} NOT NULL,
        position BIGINT NOT NULL,
        PRIMARY KEY (kind, member_code_seller, member_code_buyer)
      ) ${clustered}`,
      ...['master', 'trade', 'settings'].map(
        (name) =>
          `INSERT INTO position_stamp (name, position, stamp, made_at)
           VALUES ('${name}', 0, ${randomInt(2 ** 48 - 1)}, ${Date.now()})`,
      ),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runAll(runner, [
      'DROP TABLE setting_change',
      'DROP TABLE removed_view',
      'DROP TABLE removed_product',
      'DROP TABLE position_stamp',
      'DROP INDEX slip_position',
      'DROP INDEX product_position',
      'ALTER TABLE slip DROP COLUMN position',
      'ALTER TABLE product DROP COLUMN position',
      'ALTER TABLE change_counter DROP COLUMN position',
    ]);
  }
}
