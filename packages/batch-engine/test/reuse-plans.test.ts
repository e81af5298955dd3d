import { expect, it } from '@jest/globals';
import type { Sql, SqlValue } from '@trading-platform/database';
import { describeDatabases } from '@trading-platform/database/testing';
import { batchSchema } from '../src/typeorm/index.js';
import { findReusable } from '../src/typeorm/sql/find-reusable.js';

const now = Date.UTC(2026, 3, 1);
const asked = { functionName: 'letters', memberCode: 'M1', clientId: 'C1', selection: 's7', snapshotFrom: 0, now };

describeDatabases('the look for an old result', [batchSchema], (open) => {
  it('reads an index, however many batches the caller has', async () => {
    const database = await open();
    const rows = Array.from({ length: 3_000 }, (_, n) => {
      const selection = n % 3 === 0 ? 'NULL' : `'s${n % 100}'`;
      return `(${n + 1}, 'letters', 'M1', 'C1', '{}', 'finished', 0, 0, ${n}, ${now + n}, ${selection})`;
    });
    await database.execute(
      `INSERT INTO batch (id, function_name, member_code, client_id, criteria, state, requested_at, not_before,
         snapshot_at, expires_at, selection) VALUES ${rows.join(', ')}`,
    );
    await database.execute('ANALYZE batch');
    let look: { sql: string; values: readonly SqlValue[] } = { sql: '', values: [] };
    const listening: Sql = {
      dialect: database.dialect,
      execute: async () => 0,
      query: async (sql, values = []) => {
        look = { sql, values };
        return [];
      },
    };
    await findReusable(listening, asked);
    const explain = database.dialect === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN';
    const steps = await database.query(`${explain} ${look.sql}`, look.values);
    const plan = steps.map((step) => String(step['detail'] ?? step['QUERY PLAN'])).join('\n');
    expect(plan).toContain('batch_reusable');
    expect(plan).not.toMatch(/TEMP B-TREE|Sort/);
    expect((await findReusable(database, asked))?.snapshotAt).toBe(2_807);
  });
});
