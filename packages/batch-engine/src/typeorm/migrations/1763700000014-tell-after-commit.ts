import { runAll } from '@trading-platform/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { batchChannels, tellsItself } from '../batch-channels.js';

/**
 * Who says that it tells of its batches itself is left alone by the triggers. They go on for processes of a former version, and
 * for those behind a pooler.
 */
export class TellAfterCommit1763700000014 implements MigrationInterface {
  readonly name = 'TellAfterCommit1763700000014';

  async up(runner: QueryRunner): Promise<void> {
    const isSilent = `current_setting('${tellsItself.setting}', true) IS NOT DISTINCT FROM '${tellsItself.value}'`;
    await runAll(runner, tellingTriggers(`IF ${isSilent} THEN RETURN NULL; END IF;`));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runAll(runner, tellingTriggers(''));
  }
}

function tellingTriggers(first: string): readonly string[] {
  return [
    `CREATE OR REPLACE FUNCTION tell_of_waiting_batch() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN ${first} PERFORM pg_notify('${batchChannels.waiting}', ''); RETURN NULL; END $$`,
    `CREATE OR REPLACE FUNCTION tell_of_ended_batch() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN ${first} PERFORM pg_notify('${batchChannels.ended}', NEW.id::text); RETURN NULL; END $$`,
  ];
}
