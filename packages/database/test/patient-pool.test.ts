import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { PatientPool } from '../src/patient-pool.js';
import { testPostgresUrl } from '../src/testing/index.js';

const timeoutMs = 100;

/** Stops the whole process, including its timers. */
function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

describe('a pool without a free connection', () => {
  let pool: PatientPool;
  let held: pg.PoolClient;
  beforeEach(async () => {
    pool = new PatientPool({ connectionString: await testPostgresUrl(), max: 1 });
    held = await pool.connect();
    // The limit is set only now, because the first connection may take longer.
    pool.options.connectionTimeoutMillis = timeoutMs;
  });
  afterEach(() => pool.end());

  it.each([
    ['a unit of work', async () => (await pool.connect()).release()],
    ['a statement', async () => expect((await pool.query('SELECT 1')).rowCount).toBe(1)],
  ])('lets %s wait once more if the process itself was delayed', async (_, work) => {
    const waiting = work();
    // Both times are over when the process goes on. The waiting call fails first, and then the connection becomes free.
    setTimeout(() => held.release(), timeoutMs + 1);
    standStill(4 * timeoutMs);
    await expect(waiting).resolves.toBeUndefined();
  });

  it('refuses a call when its time is over', async () => {
    const refused = await pool.connect().catch((error: unknown) => error);
    held.release();
    expect(String(refused)).toContain('timeout exceeded when trying to connect');
  });
});
