import { runAll } from '@trading-platform/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { batchChannels } from '../batch-channels.js';

/** PostgreSQL sends a notification when its transaction commits, and equal ones of a transaction once. */
export class TellOfBatches1763700000004 implements MigrationInterface {
  readonly name = 'TellOfBatches1763700000004';

  async up(runner: QueryRunner): Promise<void> {
    await runAll(runner, [
      `CREATE FUNCTION tell_of_waiting_batch() RETURNS trigger LANGUAGE plpgsql AS $$
         BEGIN PERFORM pg_notify('${batchChannels.waiting}', ''); RETURN NULL; END $$`,
      `CREATE FUNCTION tell_of_ended_batch() RETURNS trigger LANGUAGE plpgsql AS $$
         BEGIN PERFORM pg_notify('${batchChannels.ended}', NEW.id::text); RETURN NULL; END $$`,
      `CREATE TRIGGER batch_waits AFTER INSERT ON batch
         FOR EACH STATEMENT EXECUTE FUNCTION tell_of_waiting_batch()`,
      `CREATE TRIGGER batch_waits_again AFTER UPDATE OF state ON batch
         FOR EACH ROW WHEN (OLD.state <> 'waiting' AND NEW.state = 'waiting') EXECUTE FUNCTION tell_of_waiting_batch()`,
      `CREATE TRIGGER batch_ended AFTER UPDATE OF state ON batch
         FOR EACH ROW WHEN (OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL) EXECUTE FUNCTION tell_of_ended_batch()`,
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runAll(runner, [
      ...['batch_ended', 'batch_waits_again', 'batch_waits'].map((trigger) => `DROP TRIGGER ${trigger} ON batch`),
      'DROP FUNCTION tell_of_ended_batch()',
      'DROP FUNCTION tell_of_waiting_batch()',
    ]);
  }
}
