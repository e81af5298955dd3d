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
        record_index BYTEA NOT NULL,
        receipts TEXT,
        data BYTEA NOT NULL,
        PRIMARY KEY (day, batch_id, attempt, number)
      ) PARTITION BY RANGE (day)`);
    // Partitions that are made from now on take it over. In CREATE TABLE it needs PostgreSQL 16.
    await runner.query(
      'ALTER TABLE batch_segment ALTER COLUMN record_index SET STORAGE EXTERNAL, ALTER COLUMN data SET STORAGE EXTERNAL',
    );
    await runner.query('CREATE TABLE batch_segment_rest PARTITION OF batch_segment DEFAULT');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE batch_segment');
  }
}
