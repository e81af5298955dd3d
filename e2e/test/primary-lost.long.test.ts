import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PostgresPair } from '@trading-platform/database/testing';
import pg from 'pg';
import { downloadSlips, loadOrderMarket, manyOrders, orderMembers, uploadOrders } from '../src/order-market.js';
import { Platform } from '../src/platform.js';
import { readCommands } from '../src/runbook-commands.js';

const timeoutMs = 600_000;

async function run(url: string, statements: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const rows: Record<string, unknown>[] = [];
    for (const statement of statements.split(';').filter((text) => text.trim() !== '')) {
      rows.push(...(await client.query<Record<string, unknown>>(statement)).rows);
    }
    return rows;
  } finally {
    await client.end();
  }
}

describe('a primary that is lost with its machine, with a standby that is not synchronous', () => {
  let pair: PostgresPair;
  let platform: Platform;
  beforeAll(async () => {
    pair = await PostgresPair.start(['auth', 'ordering']);
    await run(pair.primaryUrl, `ALTER SYSTEM SET synchronous_standby_names = ''; SELECT pg_reload_conf()`);
    const settings = { AUTH_DATABASE_URL: pair.addressOf('auth'), ORDERING_DATABASE_URL: pair.addressOf('ordering') };
    platform = await Platform.start({ database: 'sqlite', settings });
    await loadOrderMarket(platform);
  }, timeoutMs);
  afterAll(async () => {
    await platform?.stop();
    await pair?.end();
  }, timeoutMs);

  it(
    'loses what the standby had not received, says from which instant, and goes on without a restart',
    async () => {
      const [see = '', promote = ''] = (await readCommands('A standby that is not synchronous')).map(
        ({ text }) => text,
      );
      const buyer = await platform.caller(orderMembers.buyer);
      const kept = (await uploadOrders(buyer, manyOrders(5, 'kept'))).rows.map(({ trade_id }) => trade_id);
      const [position] = await run(pair.primaryUrl, 'SELECT pg_current_wal_lsn()::text AS at');
      const isThere = `SELECT pg_last_wal_replay_lsn() >= '${String(position?.['at'])}' AS there`;
      while ((await run(pair.standbyUrl, isThere))[0]?.['there'] !== true) await sleep(100);
      const between = Date.now();
      await pair.stopStandby();
      const lost = (await uploadOrders(buyer, manyOrders(5, 'lost'))).rows.map(({ trade_id }) => trade_id);
      expect(lost.every(Boolean)).toBe(true);
      await pair.losePrimary();
      await pair.startStandby();

      const [seen] = await run(pair.standbyUrl, see);
      const instant = new Date(String(seen?.['lost_after'])).getTime();
      expect(instant).toBeLessThanOrEqual(Date.now());
      expect(instant).toBeGreaterThan(between - 60_000);
      await run(pair.standbyUrl, promote);
      pair.promoted();

      // The services find the new primary by themselves.
      while ((await fetch(`${platform.apiUrl}/readyz`)).status !== 200) await sleep(100);
      const slips = (await downloadSlips<{ trade_id: string }>(buyer)).map(({ trade_id }) => trade_id);
      expect(slips.toSorted()).toEqual(kept.toSorted());
      const later = platform
        .service('api')
        .lines.map((line) => JSON.parse(line) as { time: string; path?: string; status?: number; client_id?: string })
        .filter(
          ({ time, path, status }) =>
            Date.parse(time) > instant && status === 200 && path?.endsWith('/order/upload/request'),
        );
      expect(later.length).toBeGreaterThan(0);
      // The same orders are accepted once more, because nothing is left of the lost ones.
      const again = (await uploadOrders(buyer, manyOrders(5, 'lost'))).rows;
      expect(again.every(({ error_list }) => error_list.length === 0)).toBe(true);
    },
    timeoutMs,
  );
});
