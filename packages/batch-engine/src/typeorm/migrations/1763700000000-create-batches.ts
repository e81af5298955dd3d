import { dialectOf, migrationWords, runAll } from '@trading-platform/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rows are renewed every second while a batch runs: room in each page of PostgreSQL keeps these updates in place. */
const fillfactor = 70;

export class CreateBatches1763700000000 implements MigrationInterface {
  readonly name = 'CreateBatches1763700000000';

  async up(runner: QueryRunner): Promise<void> {
    const { text, rowNumber } = migrationWords(runner);
    const isPostgres = dialectOf(runner) === 'postgres';
    await runAll(runner, [
      `CREATE TABLE batch (
        id ${rowNumber} PRIMARY KEY,
        function_name ${text} NOT NULL,
        member_code ${text} NOT NULL,
        client_id ${text} NOT NULL,
        criteria TEXT NOT NULL,
        state ${text} NOT NULL
          CHECK (state IN ('waiting', 'processing', 'finished', 'empty', 'cancelled', 'failed')),
        attempt BIGINT NOT NULL DEFAULT 0,
        failures BIGINT NOT NULL DEFAULT 0,
        requested_at BIGINT NOT NULL,
        not_before BIGINT NOT NULL,
        started_at BIGINT,
        ended_at BIGINT,
        snapshot_at BIGINT,
        expires_at BIGINT,
        reading_until BIGINT,
        lease_owner TEXT,
        lease_until BIGINT,
        record_count BIGINT NOT NULL DEFAULT 0,
        records_expected BIGINT,
        raw_bytes BIGINT NOT NULL DEFAULT 0,
        stored_bytes BIGINT NOT NULL DEFAULT 0,
        reason TEXT,
        idempotency_key ${text},
        idempotency_digest TEXT
      ) ${isPostgres ? `WITH (fillfactor = ${fillfactor})` : ''}`,
      `CREATE INDEX batch_waiting ON batch (member_code, id, not_before, function_name) WHERE state = 'waiting'`,
      `CREATE INDEX batch_processing ON batch (member_code) WHERE state = 'processing'`,
      'CREATE INDEX batch_owned ON batch (member_code, client_id, id)',
      'CREATE INDEX batch_expiring ON batch (expires_at) WHERE expires_at IS NOT NULL',
      `CREATE UNIQUE INDEX batch_idempotency ON batch (member_code, client_id, function_name, idempotency_key)
         WHERE idempotency_key IS NOT NULL`,
      `CREATE TABLE batch_turn (member_code ${text} NOT NULL PRIMARY KEY, served BIGINT NOT NULL)`,
      ...(isPostgres
        ? ['CREATE SEQUENCE batch_number']
        : ['CREATE TABLE batch_number (last BIGINT NOT NULL)', 'INSERT INTO batch_number (last) VALUES (0)']),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runAll(runner, [
      `DROP ${dialectOf(runner) === 'postgres' ? 'SEQUENCE' : 'TABLE'} batch_number`,
      'DROP TABLE batch_turn',
      'DROP TABLE batch',
    ]);
  }
}
