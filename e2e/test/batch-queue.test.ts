import { expect } from '@jest/globals';
import pg from 'pg';
import { describePlatform } from '../src/describe-platform.js';

const master = '/master/download/buy';

describePlatform('the queue of batches', { database: 'postgres' }, (flow) => {
  flow('wakes the worker for each batch, and is cleaned up', async (platform) => {
    await platform.load('members', [{ member_code: '10000001' }]);
    const caller = await platform.caller('10000001');
    const batchId = await caller.request(master);
    await caller.waitForEnd(master, batchId);
    const client = new pg.Client({ connectionString: platform.environment['ORDERING_DATABASE_URL'] });
    await client.connect();
    try {
      const entries = async () => {
        const { rows } = await client.query(
          `SELECT state FROM batch_queue.job WHERE name = 'batch-waiting' AND data ->> 'batchId' = $1`,
          [batchId],
        );
        return rows as { state: string }[];
      };
      while ((await entries())[0]?.state !== 'completed') await new Promise((resolve) => setTimeout(resolve, 100));
      expect(await entries()).toEqual([{ state: 'completed' }]);
      const { rows } = await client.query('SELECT name FROM batch_queue.schedule');
      expect(rows).toEqual([{ name: 'batch-housekeeping' }]);
    } finally {
      await client.end();
    }
  });
});
