import { dialectOf, migrationWords, runAll } from '@trading-platform/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** As before, and what is stored of a batch when it is added counts as well. */
const countAdditionsOnPostgres = [
  `CREATE OR REPLACE FUNCTION count_added_batches() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     INSERT INTO batch_owner AS known (member_code, client_id, unfinished)
       SELECT member_code, client_id, COUNT(*) FROM added GROUP BY member_code, client_id ORDER BY member_code, client_id
       ON CONFLICT (member_code, client_id) DO UPDATE SET unfinished = known.unfinished + excluded.unfinished;
     INSERT INTO batch_turn AS known (member_code, served, waiting, queued, first_batch, stored_bytes)
       SELECT member_code, 0, COUNT(*), 1, MIN(id), SUM(stored_bytes) FROM added GROUP BY member_code ORDER BY member_code
       ON CONFLICT (member_code) DO UPDATE SET waiting = known.waiting + excluded.waiting, queued = 1,
         stored_bytes = known.stored_bytes + excluded.stored_bytes;
     RETURN NULL;
   END $$`,
];

const countAdditionsOnSqlite = [
  'DROP TRIGGER batch_added',
  `CREATE TRIGGER batch_added AFTER INSERT ON batch BEGIN
     INSERT INTO batch_owner (member_code, client_id, unfinished) VALUES (NEW.member_code, NEW.client_id, 1)
       ON CONFLICT (member_code, client_id) DO UPDATE SET unfinished = unfinished + 1;
     INSERT INTO batch_turn (member_code, served, waiting, first_batch, stored_bytes)
       VALUES (NEW.member_code, 0, 1, NEW.id, NEW.stored_bytes)
       ON CONFLICT (member_code) DO UPDATE SET waiting = waiting + 1, stored_bytes = stored_bytes + NEW.stored_bytes;
     UPDATE batch_turn SET queued = 1 WHERE member_code = NEW.member_code AND queued = 0;
   END`,
];

/** Batches that are made of bytes that came with their request, and how many of their records tell of an error. */
export class KeepInputs1763700000003 implements MigrationInterface {
  readonly name = 'KeepInputs1763700000003';

  async up(runner: QueryRunner): Promise<void> {
    const isPostgres = dialectOf(runner) === 'postgres';
    await runAll(runner, [
      'ALTER TABLE batch ADD COLUMN error_count BIGINT NOT NULL DEFAULT 0',
      'ALTER TABLE batch ADD COLUMN input_bytes BIGINT NOT NULL DEFAULT 0',
      `CREATE TABLE batch_input (
        batch_id BIGINT NOT NULL, number INTEGER NOT NULL, data ${migrationWords(runner).bytes} NOT NULL,
        PRIMARY KEY (batch_id, number))`,
      // Compressed already: EXTERNAL keeps PostgreSQL from trying again.
      ...(isPostgres ? ['ALTER TABLE batch_input ALTER COLUMN data SET STORAGE EXTERNAL'] : []),
      ...(isPostgres ? countAdditionsOnPostgres : countAdditionsOnSqlite),
    ]);
  }

  /** The triggers stay: they count the former version's additions right as well. */
  async down(runner: QueryRunner): Promise<void> {
    await runAll(runner, [
      'DROP TABLE batch_input',
      'ALTER TABLE batch DROP COLUMN input_bytes',
      'ALTER TABLE batch DROP COLUMN error_count',
    ]);
  }
}
