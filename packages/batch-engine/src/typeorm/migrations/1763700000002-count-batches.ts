import { dialectOf, migrationWords, runAll } from '@trading-platform/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Batches that count against the cap of who requested them. */
const unfinished = `('waiting', 'processing')`;

/** 1 where the state of the row is this one, 0 else. */
function isIn(state: string, row: 'OLD' | 'NEW'): string {
  return `(CASE ${row}.state WHEN '${state}' THEN 1 ELSE 0 END)`;
}

const waitingMoved = `waiting + ${isIn('waiting', 'NEW')} - ${isIn('waiting', 'OLD')}`;
const waitingLess = `waiting - ${isIn('waiting', 'OLD')}`;

/** `queued` stands beside `waiting` because an index on it is touched only when a member begins or ceases to wait. */
const countColumns = [
  'ALTER TABLE batch_turn ADD COLUMN waiting BIGINT NOT NULL DEFAULT 0',
  'ALTER TABLE batch_turn ADD COLUMN queued SMALLINT NOT NULL DEFAULT 0',
  'ALTER TABLE batch_turn ADD COLUMN running BIGINT NOT NULL DEFAULT 0',
  'ALTER TABLE batch_turn ADD COLUMN first_batch BIGINT NOT NULL DEFAULT 0',
  'ALTER TABLE batch_turn ADD COLUMN stored_bytes BIGINT NOT NULL DEFAULT 0',
];

/** What a change of a batch's state does to the counts. The owner's row comes first, here and where batches are added. */
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

/** The counts of the batches that are there already, once the triggers take care of all others. */
const countExisting = [
  `INSERT INTO batch_owner (member_code, client_id, unfinished)
     SELECT member_code, client_id, COUNT(*) FROM batch WHERE state IN ${unfinished} GROUP BY member_code, client_id`,
  `INSERT INTO batch_turn (member_code, served)
     SELECT DISTINCT member_code, 0 FROM batch WHERE member_code NOT IN (SELECT member_code FROM batch_turn)`,
  `UPDATE batch_turn SET
     waiting = (SELECT COUNT(*) FROM batch WHERE batch.member_code = batch_turn.member_code AND state = 'waiting'),
     running = (SELECT COUNT(*) FROM batch WHERE batch.member_code = batch_turn.member_code AND state = 'processing'),
     first_batch = COALESCE((SELECT MIN(id) FROM batch WHERE batch.member_code = batch_turn.member_code), 0),
     stored_bytes = COALESCE((SELECT SUM(stored_bytes) FROM batch WHERE batch.member_code = batch_turn.member_code), 0)`,
  'UPDATE batch_turn SET queued = 1 WHERE waiting > 0',
];

const countIndexes = [
  'CREATE INDEX batch_turn_next ON batch_turn (running, served, first_batch) WHERE queued = 1',
  'CREATE INDEX batch_turn_served ON batch_turn (served)',
  'CREATE INDEX batch_ended ON batch (member_code, client_id, ended_at) WHERE ended_at IS NOT NULL',
];

const forgetCounts = [
  'DROP INDEX batch_ended',
  'DROP INDEX batch_turn_served',
  'DROP INDEX batch_turn_next',
  'DROP TABLE batch_owner',
  ...['stored_bytes', 'first_batch', 'running', 'queued', 'waiting'].map(
    (column) => `ALTER TABLE batch_turn DROP COLUMN ${column}`,
  ),
];

/** Batches come in groups: each group is counted at once, its owners and members in one order for all processes. */
const afterAddition = `
  INSERT INTO batch_owner AS known (member_code, client_id, unfinished)
    SELECT member_code, client_id, COUNT(*) FROM added GROUP BY member_code, client_id ORDER BY member_code, client_id
    ON CONFLICT (member_code, client_id) DO UPDATE SET unfinished = known.unfinished + excluded.unfinished;
  INSERT INTO batch_turn AS known (member_code, served, waiting, queued, first_batch)
    SELECT member_code, 0, COUNT(*), 1, MIN(id) FROM added GROUP BY member_code ORDER BY member_code
    ON CONFLICT (member_code) DO UPDATE SET waiting = known.waiting + excluded.waiting, queued = 1;`;

const triggersOfPostgres = [
  ...[
    ['count_added_batches', afterAddition],
    ['count_moved_batch', afterMove],
    ['count_removed_batch', afterRemoval],
  ].map(
    ([name, body]) => `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN ${body} RETURN NULL; END $$`,
  ),
  `CREATE TRIGGER batch_added AFTER INSERT ON batch
     REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_added_batches()`,
  `CREATE TRIGGER batch_moved AFTER UPDATE OF state ON batch
     FOR EACH ROW WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION count_moved_batch()`,
  `CREATE TRIGGER batch_removed AFTER DELETE ON batch
     FOR EACH ROW EXECUTE FUNCTION count_removed_batch()`,
];

const triggersOfSqlite = [
  `CREATE TRIGGER batch_added AFTER INSERT ON batch BEGIN
     INSERT INTO batch_owner (member_code, client_id, unfinished) VALUES (NEW.member_code, NEW.client_id, 1)
       ON CONFLICT (member_code, client_id) DO UPDATE SET unfinished = unfinished + 1;
     INSERT INTO batch_turn (member_code, served, waiting, first_batch) VALUES (NEW.member_code, 0, 1, NEW.id)
       ON CONFLICT (member_code) DO UPDATE SET waiting = waiting + 1;
     UPDATE batch_turn SET queued = 1 WHERE member_code = NEW.member_code AND queued = 0;
   END`,
  `CREATE TRIGGER batch_moved AFTER UPDATE OF state ON batch
     WHEN OLD.state <> NEW.state BEGIN ${afterMove} END`,
  `CREATE TRIGGER batch_removed AFTER DELETE ON batch BEGIN ${afterRemoval} END`,
];

/** Triggers count, so that the counts are right whoever changes a batch, a process of the former version as well. */
export class CountBatches1763700000002 implements MigrationInterface {
  readonly name = 'CountBatches1763700000002';

  async up(runner: QueryRunner): Promise<void> {
    const { text, clustered } = migrationWords(runner);
    await runAll(runner, [
      ...countColumns,
      `CREATE TABLE batch_owner (
        member_code ${text} NOT NULL, client_id ${text} NOT NULL, unfinished BIGINT NOT NULL,
        PRIMARY KEY (member_code, client_id)) ${clustered}`,
      ...(dialectOf(runner) === 'postgres' ? triggersOfPostgres : triggersOfSqlite),
      ...countExisting,
      ...countIndexes,
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    const isPostgres = dialectOf(runner) === 'postgres';
    for (const [trigger, name] of [
      ['batch_removed', 'count_removed_batch'],
      ['batch_moved', 'count_moved_batch'],
      ['batch_added', 'count_added_batches'],
    ]) {
      await runner.query(`DROP TRIGGER ${trigger} ${isPostgres ? 'ON batch' : ''}`);
      if (isPostgres) await runner.query(`DROP FUNCTION ${name}()`);
    }
    await runAll(runner, forgetCounts);
  }
}
