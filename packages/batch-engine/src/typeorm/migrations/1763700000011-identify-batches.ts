import { randomUUID } from 'node:crypto';
import { migrationWords, runAll } from '@trading-platform/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which database of batches this is, so that another one is told apart where both could use the same place. */
export class IdentifyBatches1763700000011 implements MigrationInterface {
  readonly name = 'IdentifyBatches1763700000011';

  async up(runner: QueryRunner): Promise<void> {
    const { text } = migrationWords(runner);
    await runAll(runner, [
      `CREATE TABLE batch_identity (identity ${text} NOT NULL PRIMARY KEY)`,
      `INSERT INTO batch_identity (identity) VALUES ('${randomUUID()}')`,
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runAll(runner, ['DROP TABLE batch_identity']);
  }
}
