import type { MigrationInterface, QueryRunner } from 'typeorm';
import { batchColumns, batchIndexes } from './batch-columns.js';

export class CreateBatches1763700000000 implements MigrationInterface {
  readonly name = 'CreateBatches1763700000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE batch (id INTEGER PRIMARY KEY, ${batchColumns({ key: 'TEXT' })})`);
    for (const statement of batchIndexes) await runner.query(statement);
    await runner.query('CREATE TABLE batch_turn (member_code TEXT NOT NULL PRIMARY KEY, served BIGINT NOT NULL)');
    await runner.query('CREATE TABLE batch_number (last BIGINT NOT NULL)');
    await runner.query('INSERT INTO batch_number (last) VALUES (0)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE batch_number');
    await runner.query('DROP TABLE batch_turn');
    await runner.query('DROP TABLE batch');
  }
}
