import { expect, it } from '@jest/globals';
import type { Sql, SqlValue } from '@trading-platform/database';
import { describeDatabases, type TestDatabase } from '@trading-platform/database/testing';
import { systemRandomness } from '../src/batch/randomness.js';
import { batchSchema } from '../src/typeorm/index.js';
import { claimNextBatch } from '../src/typeorm/sql/claim-batch.js';
import { ClaimSpread } from '../src/typeorm/sql/claim-spread.js';
import { countWaitingBefore } from '../src/typeorm/sql/count-waiting.js';
import { oldestWaitingSince } from '../src/typeorm/sql/find-oldest-waiting.js';

const ended = 6_000;
const waiting = 600;
const members = 60;
const spread = new ClaimSpread(systemRandomness);
const claim = { owner: 'W', now: 1, leaseUntil: 2, functionNames: ['letters'], runningPerMember: 2 };

/** Adds many ended batches, and then some waiting batches. */
async function fill(database: TestDatabase): Promise<void> {
  for (let first = 0; first < ended + waiting; first += waiting) {
    const rows = Array.from({ length: waiting }, (_, n) => {
      const id = first + n + 1;
      const state = id > ended ? 'waiting' : 'finished';
      return `(${id}, 'letters', 'M${id % members}', 'C', '{}', '${state}', ${id}, 0)`;
    });
    await database.execute(
      `INSERT INTO batch (id, function_name, member_code, client_id, criteria, state, requested_at, not_before)
       VALUES ${rows.join(', ')}`,
    );
  }
  await database.execute('ANALYZE');
}

/** Returns the query plan of the only statement that the given search for a batch runs. */
async function planOf(database: TestDatabase, look: (sql: Sql) => Promise<unknown>): Promise<string> {
  let sent: readonly [string, readonly SqlValue[]] = ['', []];
  const listening = {
    dialect: database.dialect,
    execute: async () => 0,
    query: async (sql: string, values: readonly SqlValue[] = []) => {
      sent = [sql, values];
      return [];
    },
  };
  await look(listening as Sql).catch(() => undefined);
  const explain = database.dialect === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN';
  const steps = await database.query(`${explain} ${sent[0]}`, sent[1]);
  return steps.map((step) => String(step['detail'] ?? step['QUERY PLAN'])).join('\n');
}

/** Steps of a query plan that read a whole table or sort rows. SQLite also uses the word "scan" for reading along an index. */
const walks =
  /TEMP B-TREE|Sort|Seq Scan|SCAN (?!CONSTANT ROW|before|batch USING INDEX batch_oldest)|Index Scan using batch_pkey.*\n.*Filter/;

describeDatabases('looks at batches that wait, behind many that have ended,', [batchSchema], (open) => {
  it('walk along those that wait only', async () => {
    const database = await open();
    await fill(database);
    const oldest = await planOf(database, oldestWaitingSince);
    expect(oldest).toContain('batch_oldest');
    expect(oldest).not.toMatch(walks);
    const next = await planOf(database, (sql) => claimNextBatch(sql as never, claim, spread));
    expect(next).toContain('batch_turn_next');
    expect(next).toContain('batch_waiting');
    expect(next).not.toMatch(walks);
    const place = await planOf(database, (sql) => countWaitingBefore(sql, ended + waiting));
    expect(place).toContain('batch_waiting');
    expect(place).not.toMatch(walks);
    expect(await oldestWaitingSince(database)).toBe(ended + 1);
    expect(await countWaitingBefore(database, ended + waiting)).toBe(waiting / members - 1);
  });
});
