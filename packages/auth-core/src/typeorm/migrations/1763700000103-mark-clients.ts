import { runAll } from '@trading-platform/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const marks = ['member_wide', 'account'] as const;

/** What an operator may mark a client with. Clients that were there before, and those of the former release, have no mark. */
export class MarkClients1763700000103 implements MigrationInterface {
  readonly name = 'MarkClients1763700000103';

  up(runner: QueryRunner): Promise<void> {
    return runAll(
      runner,
      marks.map((mark) => `ALTER TABLE auth_client ADD COLUMN ${mark} INTEGER NOT NULL DEFAULT 0`),
    );
  }

  down(runner: QueryRunner): Promise<void> {
    return runAll(
      runner,
      marks.map((mark) => `ALTER TABLE auth_client DROP COLUMN ${mark}`),
    );
  }
}
