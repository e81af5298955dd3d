import { expect, it } from '@jest/globals';
import type { Sql } from '@trading-platform/database';
import { openDatabase, type Schema } from '@trading-platform/database';
import { describeDatabases } from '@trading-platform/database/testing';
import { batchSchema } from '../src/typeorm/index.js';
import { TypeOrmBatchStore } from '../src/typeorm/repositories/typeorm-batch-store.js';
import { seeded } from './fault-rounds.js';

const now = Date.UTC(2026, 3, 1);
const states = ['waiting', 'processing', 'finished', 'empty', 'cancelled', 'failed'];

/** The tables as the version before the counts left them. */
const formerSchema: Schema = {
  entities: [],
  migrations: {
    sqlite: batchSchema.migrations.sqlite.slice(0, 1),
    postgres: batchSchema.migrations.postgres.slice(0, 2),
  },
};

describeDatabases('an upgrade', [formerSchema], (open) => {
  it('counts the batches that are there, and those that either version goes on with', async () => {
    const former = await open();
    for (const [n, state] of [...states, ...states].entries()) await insert(former, n + 10_001, `M${n % 4}`, state);
    const database = await openDatabase({ address: former.address, schemas: [batchSchema] });
    try {
      await database.migrate();
      expect(await counted(database)).toEqual(await recounted(database));
      await insert(former, 10_101, 'M1', 'waiting');
      await insert(former, 10_102, 'M9', 'waiting');
      await database.execute("UPDATE batch SET state = 'processing' WHERE id = 10102");
      const batches = new TypeOrmBatchStore(database);
      const claim = { owner: 'W', now, leaseUntil: now, functionNames: ['letters'], runningPerMember: 3 };
      const random = seeded(12);
      for (let step = 0; step < 120; step++) {
        await takeStep(batches, Math.floor(random() * 5), `M${step % 5}`, claim);
      }
      expect(await counted(database)).toEqual(await recounted(database));
    } finally {
      await database.close();
    }
  });

  it('takes nothing for changes that the former version has made', async () => {
    const former = await open();
    const database = await openDatabase({ address: former.address, schemas: [batchSchema] });
    try {
      await database.migrate();
      const batches = new TypeOrmBatchStore(database);
      const claim = { owner: 'W', now, leaseUntil: now, functionNames: ['letters'], runningPerMember: 3 };
      const { id } = await batches.add({
        functionName: 'letters',
        memberCode: 'M1',
        clientId: 'C',
        criteria: {},
        requestedAt: now,
        changesSince: 'then',
      });
      await batches.claimNext(claim);
      // As the former version ends it: it knows no cursor.
      await database.execute("UPDATE batch SET state = 'finished', expires_at = $1, record_count = 3", [now]);
      expect(await batches.find(id)).toMatchObject({ state: 'failed', reason: expect.stringContaining('again') });
    } finally {
      await database.close();
    }
  });
});

async function takeStep(
  batches: TypeOrmBatchStore,
  kind: number,
  memberCode: string,
  claim: Parameters<TypeOrmBatchStore['claimNext']>[0],
): Promise<void> {
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
  const ended = state === 'waiting' || state === 'processing' ? null : now;
  await sql.execute(
    `INSERT INTO batch (id, function_name, member_code, client_id, criteria, state, requested_at, not_before, ended_at,
       expires_at, stored_bytes) VALUES ($1, 'letters', $2, $3, '{}', $4, $5, 0, $6, $7, $8)`,
    [id, memberCode, `C${id % 2}`, state, now, ended, ended, ended === null ? 0 : id],
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
