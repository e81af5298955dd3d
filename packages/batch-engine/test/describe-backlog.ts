import { describe, expect, it } from '@jest/globals';
import type { Database, Dialect, SqlValue } from '@trading-platform/database';
import { describeDatabases, type TestDatabase } from '@trading-platform/database/testing';
import type { BatchStore } from '../src/index.js';
import { batchSchema } from '../src/typeorm/index.js';
import { openBatchStores } from '../src/typeorm/open-batch-stores.js';
import { claimNextBatch } from '../src/typeorm/sql/claim-batch.js';
import { ClaimSpread } from '../src/typeorm/sql/claim-spread.js';

const now = Date.UTC(2026, 3, 1);
const turns = 40;
/** The maximum number of counted batches, which limits the cost of reading metrics. */
const countedByFunctionAtMost = 10_000;
const claim = { owner: 'W', now, leaseUntil: now + 1, functionNames: ['letters', 'numbers'], runningPerMember: 1 };

const patient = { patientUntil: new AbortController().signal };

interface Statement {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

export interface BacklogLimits {
  /** The maximum duration of one search for the next batch. If no maximum is given, only query plans are checked. */
  readonly lookMs?: number;
  readonly timeoutMs?: number;
}

/**
 * Tests a queue of many waiting batches, which belong to one member, to some members, or to nearly as many members as there are
 * batches.
 */
export function describeBacklog(rows: number, { lookMs, timeoutMs }: BacklogLimits = {}): void {
  /** Only the shortest of many measured times counts, because other processes use the machine too. */
  const expectShort = async (work: () => Promise<unknown>, times = 1) => {
    if (lookMs === undefined) await work();
    else expect(await leastMs(work)).toBeLessThan(times * lookMs);
  };

  describeDatabases(`a backlog of ${rows.toLocaleString('en')} batches`, [batchSchema], (open) => {
    describe.each([1, 200, rows / 2])('of %i members', (members) => {
      it(
        'is looked at without reading it, and served in turn',
        async () => {
          const database = await open();
          await fill(database, rows, members);
          const look = await lookStatement(database.dialect);
          expect(await planOf(database, look)).not.toMatch(/SCAN (batch|oldest)\b|Seq Scan|TEMP B-TREE|Sort/);
          await expectShort(() => database.query(look.sql, look.values));
          await database.execute('ANALYZE');
          expect(await planOf(database, look)).toMatch(
            /oldest USING COVERING INDEX batch_waiting|batch_waiting on batch oldest/,
          );
          await expectShort(() => database.query(look.sql, look.values));

          const store = openBatchStores(database).batches;
          expect(await store.counts()).toEqual({ waiting: rows, processing: 0 });
          expect(await store.countsByFunction()).toEqual([
            { functionName: 'letters', state: 'waiting', count: Math.min(rows, countedByFunctionAtMost) },
          ]);
          const served = await serveInTurn(store);
          expect(served).toEqual(Array.from({ length: turns }, (_, n) => `M${(n + 1) % members}`));
          const owner = { memberCode: 'M0', clientId: 'C' };
          await expectShort(() => store.list(owner, { limit: 100, now }), 5);
          await expectShort(() => store.countWaitingBefore(rows), 5);
          await expectShort(() => store.removable({ expiredBefore: now, now, limit: 100 }));
        },
        timeoutMs,
      );
    });
  });
}

/**
 * Adds the waiting batches 1 to `rows`, which belong to the members in turn. PostgreSQL has no statistics about the number of
 * these batches.
 */
async function fill(database: TestDatabase, rows: number, members: number): Promise<void> {
  const numbers =
    database.dialect === 'sqlite'
      ? `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})`
      : `WITH n(i) AS (SELECT generate_series(1, ${rows}))`;
  await database.transaction(async (transaction) => {
    if (transaction.dialect === 'postgres') await transaction.execute('SET LOCAL statement_timeout = 0');
    await transaction.execute(`${numbers}
      INSERT INTO batch (id, function_name, member_code, client_id, criteria, state, requested_at, not_before)
      SELECT i, 'letters', 'M' || (i % ${members}), 'C', '{}', 'waiting', ${now}, 0 FROM n`);
  }, patient);
}

/** Claims batches and hands them back, and returns their members. */
async function serveInTurn(store: BatchStore): Promise<readonly string[]> {
  const served: string[] = [];
  for (let n = 0; n < turns; n++) {
    const batch = (await store.claimNext(claim))!;
    served.push(batch.memberCode);
    await store.end(batch, { state: 'waiting', now });
  }
  return served;
}

async function leastMs(work: () => Promise<unknown>): Promise<number> {
  const took: number[] = [];
  for (let n = 0; n < 20; n++) {
    const startedAt = performance.now();
    await work();
    took.push(performance.now() - startedAt);
  }
  return Math.min(...took);
}

/** Returns the statement that searches for the next batch. */
async function lookStatement(dialect: Dialect): Promise<Statement> {
  let look: Statement = { sql: '', values: [] };
  const listening: Pick<Database, 'dialect' | 'query'> = {
    dialect,
    query: async (sql, values = []) => {
      look = { sql, values };
      return [];
    },
  };
  await claimNextBatch(listening as Database, claim, new ClaimSpread({ fraction: () => 0 }));
  return look;
}

async function planOf(database: TestDatabase, { sql, values }: Statement): Promise<string> {
  const explain = database.dialect === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN';
  const steps = await database.query(`${explain} ${sql}`, values);
  return steps.map((step) => String(step['detail'] ?? step['QUERY PLAN'])).join('\n');
}
