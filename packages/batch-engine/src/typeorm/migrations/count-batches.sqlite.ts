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

/** Triggers count, so that the counts are right whoever changes a batch, a process of the former version as well. */
export class CountBatches1763700000002 implements MigrationInterface {
  readonly name = 'CountBatches1763700000002';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of countColumns) await runner.query(statement);
    await runner.query(`${createOwners('TEXT')} WITHOUT ROWID`);
    await runner.query(`CREATE TRIGGER batch_added AFTER INSERT ON batch BEGIN
      INSERT INTO batch_owner (member_code, client_id, unfinished) VALUES (NEW.member_code, NEW.client_id, 1)
        ON CONFLICT (member_code, client_id) DO UPDATE SET unfinished = unfinished + 1;
      INSERT INTO batch_turn (member_code, served, waiting, first_batch) VALUES (NEW.member_code, 0, 1, NEW.id)
        ON CONFLICT (member_code) DO UPDATE SET waiting = waiting + 1;
      UPDATE batch_turn SET queued = 1 WHERE member_code = NEW.member_code AND queued = 0;
    END`);
    await runner.query(`CREATE TRIGGER batch_moved AFTER UPDATE OF state ON batch
      WHEN OLD.state <> NEW.state BEGIN ${afterMove} END`);
    await runner.query(`CREATE TRIGGER batch_removed AFTER DELETE ON batch BEGIN ${afterRemoval} END`);
    for (const statement of [...countExisting, ...countIndexes]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const trigger of ['batch_removed', 'batch_moved', 'batch_added'])
      await runner.query(`DROP TRIGGER ${trigger}`);
    for (const statement of forgetCounts) await runner.query(statement);
  }
}
