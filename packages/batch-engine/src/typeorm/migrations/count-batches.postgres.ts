import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  afterMove,
  afterRemoval,
  countColumns,
  countExisting,
  countIndexes,
  createOwners,
  forgetCounts,
} from './count-batches.js';

const key = 'TEXT COLLATE "C"';

/** Batches come in groups: each group is counted at once, its owners and members in one order for all processes. */
const afterAddition = `
  INSERT INTO batch_owner AS known (member_code, client_id, unfinished)
    SELECT member_code, client_id, COUNT(*) FROM added GROUP BY member_code, client_id ORDER BY member_code, client_id
    ON CONFLICT (member_code, client_id) DO UPDATE SET unfinished = known.unfinished + excluded.unfinished;
  INSERT INTO batch_turn AS known (member_code, served, waiting, queued, first_batch)
    SELECT member_code, 0, COUNT(*), 1, MIN(id) FROM added GROUP BY member_code ORDER BY member_code
    ON CONFLICT (member_code) DO UPDATE SET waiting = known.waiting + excluded.waiting, queued = 1;`;

/** Triggers count, so that the counts are right whoever changes a batch, a process of the former version as well. */
export class CountBatches1763700000002 implements MigrationInterface {
  readonly name = 'CountBatches1763700000002';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of countColumns) await runner.query(statement);
    await runner.query(createOwners(key));
    for (const [name, body] of [
      ['count_added_batches', afterAddition],
      ['count_moved_batch', afterMove],
      ['count_removed_batch', afterRemoval],
    ]) {
      await runner.query(`CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN ${body} RETURN NULL; END $$`);
    }
    await runner.query(`CREATE TRIGGER batch_added AFTER INSERT ON batch
      REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_added_batches()`);
    await runner.query(`CREATE TRIGGER batch_moved AFTER UPDATE OF state ON batch
      FOR EACH ROW WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION count_moved_batch()`);
    await runner.query(`CREATE TRIGGER batch_removed AFTER DELETE ON batch
      FOR EACH ROW EXECUTE FUNCTION count_removed_batch()`);
    for (const statement of [...countExisting, ...countIndexes]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [trigger, name] of [
      ['batch_removed', 'count_removed_batch'],
      ['batch_moved', 'count_moved_batch'],
      ['batch_added', 'count_added_batches'],
    ]) {
      await runner.query(`DROP TRIGGER ${trigger} ON batch`);
      await runner.query(`DROP FUNCTION ${name}()`);
    }
    for (const statement of forgetCounts) await runner.query(statement);
  }
}
