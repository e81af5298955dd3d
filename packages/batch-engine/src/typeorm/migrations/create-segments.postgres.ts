import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Segments are compressed already: EXTERNAL keeps PostgreSQL from trying again. Partitions by day are made later. */
export class CreateSegments1763700000001 implements MigrationInterface {
  readonly name = 'CreateSegments1763700000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE batch_segment (
        day INTEGER NOT NULL,
        batch_id BIGINT NOT NULL,
        attempt BIGINT NOT NULL,
        number INTEGER NOT NULL,
        record_index BYTEA STORAGE EXTERNAL NOT NULL,
        receipts TEXT,
        data BYTEA STORAGE EXTERNAL NOT NULL,
        PRIMARY KEY (day, batch_id, attempt, number)
      ) PARTITION BY RANGE (day)`);
    await runner.query('CREATE TABLE batch_segment_rest PARTITION OF batch_segment DEFAULT');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE batch_segment');
  }
}
