import { expect, it } from '@jest/globals';
import type { Sql } from '@trading-platform/database';
import { describeDatabases } from '@trading-platform/database/testing';
import type { BatchStore, Claim } from '../src/index.js';
import { batchSchema } from '../src/typeorm/index.js';
import { openBatchStores } from '../src/typeorm/open-batch-stores.js';
import { seeded } from './fault-rounds.js';

const now = Date.UTC(2026, 3, 1);
const states = ['waiting', 'processing', 'finished', 'empty', 'cancelled', 'failed'];

describeDatabases('the counts of batches', [batchSchema], (open) => {
  it('are those of the rows, whoever adds, moves and removes them', async () => {
    const database = await open();
    for (const [n, state] of [...states, ...states].entries()) await insert(database, n + 10_001, `M${n % 4}`, state);
    expect(await counted(database)).toEqual(await recounted(database));
    const batches = openBatchStores(database).batches;
    const claim = { owner: 'W', now, leaseUntil: now, functionNames: ['letters'], runningPerMember: 3 };
    const random = seeded(12);
    for (let step = 0; step < 120; step++) {
      await takeStep(batches, Math.floor(random() * 5), `M${step % 5}`, claim);
    }
    expect(await counted(database)).toEqual(await recounted(database));
  });
});

async function takeStep(batches: BatchStore, kind: number, memberCode: string, claim: Claim): Promise<void> {
  const batch = { functionName: 'letters', memberCode, clientId: 'C', criteria: {}, requestedAt: now };
  const [running] = await batches.running();
  if (kind < 2) await batches.add(batch);
  else if (kind === 2) await batches.claimNext(claim);
  else if (running === undefined) return;
  else if (kind === 3) await batches.cancel(running.id, { now, expiresAt: now });
  else await batches.end(running, { state: 'finished', now, expiresAt: now, storedBytes: 10 });
  for (const { id } of await batches.removable({ expiredBefore: now, now, limit: 1 })) await batches.remove(id);
}

async function insert(sql: Sql, id: number, memberCode: string, state: string): Promise<void> {
  await sql.execute(
    `INSERT INTO batch (id, function_name, member_code, client_id, criteria, state, requested_at, not_before, stored_bytes)
       VALUES ($1, 'letters', $2, $3, '{}', 'waiting', $4, 0, $5)`,
    [id, memberCode, `C${id % 2}`, now, id],
  );
  if (state === 'waiting') return;
  const ended = state === 'processing' ? null : now;
  await sql.execute(
    'UPDATE batch SET state = $2, ended_at = $3, expires_at = $3, stored_bytes = 2 * id WHERE id = $1',
    [id, state, ended],
  );
}

async function counted(sql: Sql) {
  return {
    members: await sql.query(
      `SELECT member_code, waiting, queued, running, stored_bytes FROM batch_turn
       WHERE waiting > 0 OR running > 0 OR stored_bytes > 0 OR queued > 0 ORDER BY member_code`,
    ),
    owners: await sql.query(
      'SELECT member_code, client_id, unfinished FROM batch_owner WHERE unfinished <> 0 ORDER BY member_code, client_id',
    ),
  };
}

async function recounted(sql: Sql) {
  return {
    members: await sql.query(
      `SELECT member_code, ${ofState('waiting')} AS waiting, MAX(CASE state WHEN 'waiting' THEN 1 ELSE 0 END) AS queued,
         ${ofState('processing')} AS running, CAST(SUM(stored_bytes) AS BIGINT) AS stored_bytes FROM batch GROUP BY member_code
       HAVING MAX(CASE state WHEN 'waiting' THEN 1 WHEN 'processing' THEN 1 ELSE 0 END) + SUM(stored_bytes) > 0
       ORDER BY member_code`,
    ),
    owners: await sql.query(
      `SELECT member_code, client_id, COUNT(*) AS unfinished FROM batch WHERE state IN ('waiting', 'processing')
       GROUP BY member_code, client_id ORDER BY member_code, client_id`,
    ),
  };
}

function ofState(state: string): string {
  return `CAST(SUM(CASE state WHEN '${state}' THEN 1 ELSE 0 END) AS BIGINT)`;
}
