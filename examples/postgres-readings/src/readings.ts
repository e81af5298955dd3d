import type { BatchFunction } from '@trading-platform/batch-engine';
import type pg from 'pg';

export interface ReadingsOf {
  readonly sensor: string;
}

const readings = `SELECT json_build_object('at', at, 'celsius', celsius)::text AS json
  FROM reading WHERE sensor = $1 ORDER BY at`;

/** The readings of a sensor. PostgreSQL renders them, and one transaction reads all of them at one instant. */
export function readingsFrom(pool: pg.Pool): BatchFunction<ReadingsOf> {
  return {
    name: 'readings',
    arrayName: 'reading_list',
    async open({ sensor }) {
      const client = await pool.connect();
      try {
        await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
        await client.query(`DECLARE readings CURSOR FOR ${readings}`, [sensor]);
        return { instant: new Date(), records: allOf(client), close: () => end(client) };
      } catch (error) {
        client.release(true);
        throw error;
      }
    },
  };
}

async function* allOf(client: pg.PoolClient) {
  for (;;) {
    const { rows } = await client.query<{ json: string }>('FETCH 1000 FROM readings');
    if (rows.length === 0) return;
    yield rows.map(({ json }) => ({ body: Buffer.from(json) }));
  }
}

async function end(client: pg.PoolClient): Promise<void> {
  await client.query('COMMIT');
  client.release();
}
