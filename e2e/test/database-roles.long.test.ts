import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import pg from 'pg';
import { describePlatform } from '../src/describe-platform.js';
import { describeDatabaseRoles } from './database-roles.js';

const master = '/master/download/buy';

/** Runs one statement as the owner of the tables. */
async function ask(address: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

async function untilNone(address: string, statement: string): Promise<void> {
  while ((await ask(address, statement)).length > 0) await sleep(500);
}

describeDatabaseRoles(true);

/** Uses the rights that housekeeping needs. When the platform stops, it reports each right that was missing. */
describePlatform('services with roles of their own', { database: 'postgres' }, (flow, platform) => {
  flow(
    'clean up after themselves',
    async ({ environment }) => {
      const { AUTH_DATABASE_URL: auth = '', ORDERING_DATABASE_URL: ordering = '' } = environment;
      await platform().load('members', [{ member_code: '10000001' }]);
      const caller = await platform().caller('10000001');
      const batchId = await caller.request(master);
      await caller.waitForEnd(master, batchId);
      // The authentication server removes audit records after everything else.
      await ask(auth, `INSERT INTO auth_audit (happened_at, event, outcome, address) VALUES (1, 'a', 'b', 'c')`);
      await ask(ordering, `UPDATE batch SET expires_at = 1, reading_until = 0 WHERE id = ${batchId}`);
      await ask(ordering, 'UPDATE position_stamp SET made_at = 1');
      await ask(ordering, 'INSERT INTO position_stamp SELECT name, position + 1, stamp, made_at FROM position_stamp');
      // The outcome of a batch that was removed 14 days ago.
      await ask(
        ordering,
        `INSERT INTO ended_batch (id, function_name, member_code, client_id, state, attempt, requested_at, expires_at, record_count,
           raw_bytes, stored_bytes, error_count, removed_count, forgotten_at)
         VALUES (0, 'master', '10000001', 'c', 'finished', 1, 0, 0, 0, 0, 0, 0, 0, 1)`,
      );
      await untilNone(ordering, 'SELECT 1 FROM ended_batch WHERE forgotten_at = 1');
      // Owners that have no batches.
      await untilNone(ordering, `SELECT 1 FROM batch_owner WHERE member_code = '10000001'`);
      await untilNone(auth, 'SELECT 1 FROM auth_audit WHERE happened_at = 1');
      await untilNone(ordering, `SELECT 1 FROM batch WHERE id = ${batchId}`);
      await untilNone(
        ordering,
        'SELECT 1 FROM position_stamp a JOIN position_stamp b USING (name) WHERE a.position < b.position',
      );
      await untilNone(ordering, 'SELECT 1 FROM batch_queue.queue HAVING max(maintain_on) IS NULL');
      expect(platform().logTail()).not.toContain('housekeeping failed');
    },
    300_000,
  );
});
