/** Batches that count against the cap of who requested them. */
const unfinished = `('waiting', 'processing')`;

/** 1 where the state of the row is this one, 0 else. */
function isIn(state: string, row: 'OLD' | 'NEW'): string {
  return `(CASE ${row}.state WHEN '${state}' THEN 1 ELSE 0 END)`;
}

const waitingMoved = `waiting + ${isIn('waiting', 'NEW')} - ${isIn('waiting', 'OLD')}`;
const waitingLess = `waiting - ${isIn('waiting', 'OLD')}`;

/** `queued` stands beside `waiting` because an index on it is touched only when a member begins or ceases to wait. */
export const countColumns = [
  'ALTER TABLE batch_turn ADD COLUMN waiting BIGINT NOT NULL DEFAULT 0',
  'ALTER TABLE batch_turn ADD COLUMN queued SMALLINT NOT NULL DEFAULT 0',
  'ALTER TABLE batch_turn ADD COLUMN running BIGINT NOT NULL DEFAULT 0',
  'ALTER TABLE batch_turn ADD COLUMN first_batch BIGINT NOT NULL DEFAULT 0',
  'ALTER TABLE batch_turn ADD COLUMN stored_bytes BIGINT NOT NULL DEFAULT 0',
];

export function createOwners(key: string): string {
  return `CREATE TABLE batch_owner (
    member_code ${key} NOT NULL, client_id ${key} NOT NULL, unfinished BIGINT NOT NULL,
    PRIMARY KEY (member_code, client_id))`;
}

/** What a change of a batch's state does to the counts. The owner's row comes first, here and where batches are added. */
export const afterMove = `
  UPDATE batch_owner SET unfinished = unfinished - 1
    WHERE member_code = NEW.member_code AND client_id = NEW.client_id
      AND OLD.state IN ${unfinished} AND NEW.state NOT IN ${unfinished};
  UPDATE batch_turn SET
    waiting = ${waitingMoved},
    queued = CASE WHEN ${waitingMoved} > 0 THEN 1 ELSE 0 END,
    running = running + ${isIn('processing', 'NEW')} - ${isIn('processing', 'OLD')},
    stored_bytes = stored_bytes + NEW.stored_bytes - OLD.stored_bytes
    WHERE member_code = NEW.member_code;`;

export const afterRemoval = `
  UPDATE batch_owner SET unfinished = unfinished - 1
    WHERE member_code = OLD.member_code AND client_id = OLD.client_id AND OLD.state IN ${unfinished};
  UPDATE batch_turn SET
    waiting = ${waitingLess},
    queued = CASE WHEN ${waitingLess} > 0 THEN 1 ELSE 0 END,
    running = running - ${isIn('processing', 'OLD')},
    stored_bytes = stored_bytes - OLD.stored_bytes
    WHERE member_code = OLD.member_code;`;

/** The counts of the batches that are there already, once the triggers take care of all others. */
export const countExisting = [
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

export const countIndexes = [
  'CREATE INDEX batch_turn_next ON batch_turn (running, served, first_batch) WHERE queued = 1',
  'CREATE INDEX batch_turn_served ON batch_turn (served)',
  'CREATE INDEX batch_ended ON batch (member_code, client_id, ended_at) WHERE ended_at IS NOT NULL',
];

export const forgetCounts = [
  'DROP INDEX batch_ended',
  'DROP INDEX batch_turn_served',
  'DROP INDEX batch_turn_next',
  'DROP TABLE batch_owner',
  ...['stored_bytes', 'first_batch', 'running', 'queued', 'waiting'].map(
    (column) => `ALTER TABLE batch_turn DROP COLUMN ${column}`,
  ),
];
