import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateSegments1763700000001 implements MigrationInterface {
  readonly name = 'CreateSegments1763700000001';

  /** The bytes stand last: reading the other columns does not touch their pages. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE segment (
        batch_id INTEGER NOT NULL,
        attempt INTEGER NOT NULL,
        number INTEGER NOT NULL,
        record_index BLOB NOT NULL,
        receipts TEXT,
        data BLOB NOT NULL,
        PRIMARY KEY (batch_id, attempt, number)
      )`);
    await runner.query('CREATE TABLE sealing (count BIGINT NOT NULL)');
    await runner.query('INSERT INTO sealing (count) VALUES (0)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE sealing');
    await runner.query('DROP TABLE segment');
  }
}
