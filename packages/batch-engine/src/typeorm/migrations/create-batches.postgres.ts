import type { MigrationInterface, QueryRunner } from 'typeorm';
import { batchColumns, batchIndexes } from './batch-columns.js';

const key = 'TEXT COLLATE "C"';

/** Rows are renewed every second while a batch runs: room in each page keeps these updates in place. */
const fillfactor = 70;

export class CreateBatches1763700000000 implements MigrationInterface {
  readonly name = 'CreateBatches1763700000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE batch (id BIGINT PRIMARY KEY, ${batchColumns({ key })}) WITH (fillfactor = ${fillfactor})`,
    );
    for (const statement of batchIndexes) await runner.query(statement);
    await runner.query(`CREATE TABLE batch_turn (member_code ${key} NOT NULL PRIMARY KEY, served BIGINT NOT NULL)`);
    await runner.query('CREATE SEQUENCE batch_number');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP SEQUENCE batch_number');
    await runner.query('DROP TABLE batch_turn');
    await runner.query('DROP TABLE batch');
  }
}
