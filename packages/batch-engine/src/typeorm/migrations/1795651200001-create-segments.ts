import { dialectOf, runAll } from '@trading-platform/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Partitions for days are created later. New partitions take over the storage mode of the table. Setting the storage mode in
 * CREATE TABLE would require PostgreSQL 16.
 */
const onPostgres = [
  `CREATE TABLE batch_segment (
    day INTEGER NOT NULL,
    batch_id BIGINT NOT NULL,
    attempt BIGINT NOT NULL,
    number INTEGER NOT NULL,
    record_index BYTEA NOT NULL,
    receipts TEXT,
    data BYTEA NOT NULL,
    PRIMARY KEY (day, batch_id, attempt, number)
  ) PARTITION BY RANGE (day)`,
  // Segments are already compressed, so the storage mode EXTERNAL prevents PostgreSQL from trying again.
  'ALTER TABLE batch_segment ALTER COLUMN record_index SET STORAGE EXTERNAL, ALTER COLUMN data SET STORAGE EXTERNAL',
  'CREATE TABLE batch_segment_rest PARTITION OF batch_segment DEFAULT',
];

/**
 * On SQLite, segments are stored in a separate file. The bytes are the last column, so that the other columns can be read without
 * the pages of the bytes.
 */
const onSqlite = [
  `CREATE TABLE segment (
    batch_id INTEGER NOT NULL,
    attempt INTEGER NOT NULL,
    number INTEGER NOT NULL,
    record_index BLOB NOT NULL,
    receipts TEXT,
    data BLOB NOT NULL,
    PRIMARY KEY (batch_id, attempt, number)
  )`,
  'CREATE TABLE sealing (count BIGINT NOT NULL)',
  'INSERT INTO sealing (count) VALUES (0)',
];

export class CreateSegments1795651200001 implements MigrationInterface {
  readonly name = 'CreateSegments1795651200001';

  async up(runner: QueryRunner): Promise<void> {
    await runAll(runner, dialectOf(runner) === 'postgres' ? onPostgres : onSqlite);
  }

  async down(runner: QueryRunner): Promise<void> {
    const tables = dialectOf(runner) === 'postgres' ? ['batch_segment'] : ['sealing', 'segment'];
    await runAll(
      runner,
      tables.map((table) => `DROP TABLE ${table}`),
    );
  }
}
