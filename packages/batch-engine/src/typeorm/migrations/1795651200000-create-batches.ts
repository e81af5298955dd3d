import { randomUUID } from 'node:crypto';
import { dialectOf, type MigrationWords, migrationWords, runAll } from '@trading-platform/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { batchChannels, tellsItself } from '../batch-channels.js';

/**
 * A running batch updates its row every second. Free space in each page lets PostgreSQL write the new version of a row to the
 * same page.
 */
const fillfactor = 70;

/** The states in which a batch counts against the limits of its owner. */
const unfinished = `('waiting', 'processing')`;

function tables({ text, bytes, rowNumber, clustered }: MigrationWords, isPostgres: boolean): string[] {
  return [
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
      idempotency_digest TEXT,
      error_count BIGINT NOT NULL DEFAULT 0,
      input_bytes BIGINT NOT NULL DEFAULT 0,
      changes_since TEXT,
      change_cursor TEXT,
      removed_count BIGINT NOT NULL DEFAULT 0,
      removed_bytes BIGINT NOT NULL DEFAULT 0,
      selection ${text},
      trace TEXT,
      last_read_at BIGINT
    ) ${isPostgres ? `WITH (fillfactor = ${fillfactor})` : ''}`,
    `CREATE INDEX batch_waiting ON batch (member_code, id, not_before, function_name) WHERE state = 'waiting'`,
    `CREATE INDEX batch_oldest ON batch (id) WHERE state = 'waiting'`,
    `CREATE INDEX batch_processing ON batch (member_code) WHERE state = 'processing'`,
    'CREATE INDEX batch_owned ON batch (member_code, client_id, id)',
    'CREATE INDEX batch_ended ON batch (member_code, client_id, ended_at) WHERE ended_at IS NOT NULL',
    'CREATE INDEX batch_expiring ON batch (expires_at) WHERE expires_at IS NOT NULL',
    `CREATE UNIQUE INDEX batch_idempotency ON batch (member_code, client_id, function_name, idempotency_key)
       WHERE idempotency_key IS NOT NULL`,
    `CREATE INDEX batch_reusable ON batch (member_code, client_id, function_name, selection, snapshot_at)
       WHERE selection IS NOT NULL`,
    `CREATE TABLE batch_key (
      member_code ${text} NOT NULL,
      client_id ${text} NOT NULL,
      function_name ${text} NOT NULL,
      idempotency_key ${text} NOT NULL,
      idempotency_digest TEXT NOT NULL,
      batch_id BIGINT NOT NULL,
      PRIMARY KEY (member_code, client_id, function_name, idempotency_key)
    )`,
    'CREATE INDEX batch_key_batch ON batch_key (batch_id)',
    `CREATE TABLE batch_input (
      batch_id BIGINT NOT NULL,
      number INTEGER NOT NULL,
      data ${bytes} NOT NULL,
      PRIMARY KEY (batch_id, number)
    )`,
    // Inputs are already compressed, so the storage mode EXTERNAL prevents PostgreSQL from trying again.
    ...(isPostgres ? ['ALTER TABLE batch_input ALTER COLUMN data SET STORAGE EXTERNAL'] : []),
    // The column `queued` exists in addition to `waiting`, so that the index changes only when the first batch of a member begins
    // to wait or its last batch stops waiting.
    `CREATE TABLE batch_turn (
      member_code ${text} NOT NULL PRIMARY KEY,
      served BIGINT NOT NULL,
      waiting BIGINT NOT NULL DEFAULT 0,
      queued SMALLINT NOT NULL DEFAULT 0,
      running BIGINT NOT NULL DEFAULT 0,
      first_batch BIGINT NOT NULL DEFAULT 0,
      stored_bytes BIGINT NOT NULL DEFAULT 0
    )`,
    'CREATE INDEX batch_turn_next ON batch_turn (running, served, first_batch) WHERE queued = 1',
    'CREATE INDEX batch_turn_served ON batch_turn (served)',
    `CREATE TABLE batch_owner (
      member_code ${text} NOT NULL,
      client_id ${text} NOT NULL,
      unfinished BIGINT NOT NULL,
      PRIMARY KEY (member_code, client_id)
    ) ${clustered}`,
    `CREATE TABLE ended_batch (
      id ${rowNumber} PRIMARY KEY,
      function_name ${text} NOT NULL,
      member_code ${text} NOT NULL,
      client_id ${text} NOT NULL,
      state ${text} NOT NULL,
      attempt BIGINT NOT NULL,
      requested_at BIGINT NOT NULL,
      started_at BIGINT,
      ended_at BIGINT,
      snapshot_at BIGINT,
      expires_at BIGINT NOT NULL,
      record_count BIGINT NOT NULL,
      raw_bytes BIGINT NOT NULL,
      stored_bytes BIGINT NOT NULL,
      error_count BIGINT NOT NULL,
      changes_since TEXT,
      change_cursor TEXT,
      removed_count BIGINT NOT NULL,
      reason TEXT,
      forgotten_at BIGINT NOT NULL,
      last_read_at BIGINT,
      criteria TEXT
    )`,
    'CREATE INDEX ended_batch_member ON ended_batch (member_code, id)',
    'CREATE INDEX ended_batch_forgotten ON ended_batch (forgotten_at)',
    `CREATE TABLE batch_identity (identity ${text} NOT NULL PRIMARY KEY)`,
    `INSERT INTO batch_identity (identity) VALUES ('${randomUUID()}')`,
    ...(isPostgres
      ? ['CREATE SEQUENCE batch_number']
      : ['CREATE TABLE batch_number (last BIGINT NOT NULL)', 'INSERT INTO batch_number (last) VALUES (0)']),
  ];
}

const tableNames = ['batch_identity', 'ended_batch', 'batch_owner', 'batch_turn', 'batch_input', 'batch_key', 'batch'];

/** Returns an expression that is 1 if the row has the given state, and 0 otherwise. */
function isIn(state: string, row: 'OLD' | 'NEW'): string {
  return `(CASE ${row}.state WHEN '${state}' THEN 1 ELSE 0 END)`;
}

const waitingMoved = `waiting + ${isIn('waiting', 'NEW')} - ${isIn('waiting', 'OLD')}`;
const waitingLess = `waiting - ${isIn('waiting', 'OLD')}`;

/**
 * Updates the counts when the state of a batch changes. The row of the owner is locked first, because it is also locked first
 * when batches are added.
 */
const afterMove = `
  UPDATE batch_owner SET unfinished = unfinished - 1
    WHERE member_code = NEW.member_code AND client_id = NEW.client_id
      AND OLD.state IN ${unfinished} AND NEW.state NOT IN ${unfinished};
  UPDATE batch_turn SET
    waiting = ${waitingMoved},
    queued = CASE WHEN ${waitingMoved} > 0 THEN 1 ELSE 0 END,
    running = running + ${isIn('processing', 'NEW')} - ${isIn('processing', 'OLD')},
    stored_bytes = stored_bytes + NEW.stored_bytes - OLD.stored_bytes
    WHERE member_code = NEW.member_code;`;

const afterRemoval = `
  UPDATE batch_owner SET unfinished = unfinished - 1
    WHERE member_code = OLD.member_code AND client_id = OLD.client_id AND OLD.state IN ${unfinished};
  UPDATE batch_turn SET
    waiting = ${waitingLess},
    queued = CASE WHEN ${waitingLess} > 0 THEN 1 ELSE 0 END,
    running = running - ${isIn('processing', 'OLD')},
    stored_bytes = stored_bytes - OLD.stored_bytes
    WHERE member_code = OLD.member_code;`;

/**
 * No notification is sent if a setting of the connection says that the process itself sends notifications. Behind a
 * connection pooler, connections cannot have this setting.
 */
const unlessTold = `IF current_setting('${tellsItself.setting}', true) IS NOT DISTINCT FROM '${tellsItself.value}' THEN RETURN NULL; END IF;`;

/**
 * Triggers count the batches, so the counts are correct whatever program changes a batch. On PostgreSQL, triggers also send
 * notifications when the transaction commits.
 */
const triggers = {
  sqlite: [
    `CREATE TRIGGER batch_added AFTER INSERT ON batch BEGIN
       INSERT INTO batch_owner (member_code, client_id, unfinished) VALUES (NEW.member_code, NEW.client_id, 1)
         ON CONFLICT (member_code, client_id) DO UPDATE SET unfinished = unfinished + 1;
       INSERT INTO batch_turn (member_code, served, waiting, first_batch, stored_bytes)
         VALUES (NEW.member_code, 0, 1, NEW.id, NEW.stored_bytes)
         ON CONFLICT (member_code) DO UPDATE SET waiting = waiting + 1, stored_bytes = stored_bytes + NEW.stored_bytes;
       UPDATE batch_turn SET queued = 1 WHERE member_code = NEW.member_code AND queued = 0;
     END`,
    `CREATE TRIGGER batch_moved AFTER UPDATE OF state ON batch
       WHEN OLD.state <> NEW.state BEGIN ${afterMove} END`,
    `CREATE TRIGGER batch_removed AFTER DELETE ON batch BEGIN ${afterRemoval} END`,
  ],
  postgres: [
    // All batches of one statement are counted at once. Owners and members are updated in the same order by all processes.
    `CREATE FUNCTION count_added_batches() RETURNS trigger LANGUAGE plpgsql AS $$
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
    `CREATE FUNCTION count_moved_batch() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN ${afterMove} RETURN NULL; END $$`,
    `CREATE FUNCTION count_removed_batch() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN ${afterRemoval} RETURN NULL; END $$`,
    `CREATE FUNCTION tell_of_waiting_batch() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN ${unlessTold} PERFORM pg_notify('${batchChannels.waiting}', ''); RETURN NULL; END $$`,
    `CREATE FUNCTION tell_of_ended_batch() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN ${unlessTold} PERFORM pg_notify('${batchChannels.ended}', NEW.id::text); RETURN NULL; END $$`,
    `CREATE TRIGGER batch_added AFTER INSERT ON batch
       REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_added_batches()`,
    `CREATE TRIGGER batch_moved AFTER UPDATE OF state ON batch
       FOR EACH ROW WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION count_moved_batch()`,
    `CREATE TRIGGER batch_removed AFTER DELETE ON batch
       FOR EACH ROW EXECUTE FUNCTION count_removed_batch()`,
    `CREATE TRIGGER batch_waits AFTER INSERT ON batch
       FOR EACH STATEMENT EXECUTE FUNCTION tell_of_waiting_batch()`,
    `CREATE TRIGGER batch_waits_again AFTER UPDATE OF state ON batch
       FOR EACH ROW WHEN (OLD.state <> 'waiting' AND NEW.state = 'waiting') EXECUTE FUNCTION tell_of_waiting_batch()`,
    `CREATE TRIGGER batch_ended AFTER UPDATE OF state ON batch
       FOR EACH ROW WHEN (OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL) EXECUTE FUNCTION tell_of_ended_batch()`,
  ],
} as const;

const functionNames = [
  'tell_of_ended_batch',
  'tell_of_waiting_batch',
  'count_removed_batch',
  'count_moved_batch',
  'count_added_batches',
];

/** Creates the tables for batches, their keys, inputs and counts, and for the facts about removed batches. */
export class CreateBatches1795651200000 implements MigrationInterface {
  readonly name = 'CreateBatches1795651200000';

  up(runner: QueryRunner): Promise<void> {
    const dialect = dialectOf(runner);
    return runAll(runner, [...tables(migrationWords(runner), dialect === 'postgres'), ...triggers[dialect]]);
  }

  down(runner: QueryRunner): Promise<void> {
    const isPostgres = dialectOf(runner) === 'postgres';
    return runAll(runner, [
      `DROP ${isPostgres ? 'SEQUENCE' : 'TABLE'} batch_number`,
      ...tableNames.map((name) => `DROP TABLE ${name}`),
      ...(isPostgres ? functionNames.map((name) => `DROP FUNCTION ${name}()`) : []),
    ]);
  }
}
