import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type PostgresServer, startPostgres } from '@trading-platform/database/testing/postgres';
import pg from 'pg';
import { downloadSlips, loadOrderMarket, manyOrders, orderMembers, uploadOrders } from '../src/order-market.js';
import { PgBouncer } from '../src/pgbouncer.js';
import { Platform } from '../src/platform.js';
import { programs } from '../src/programs.js';
import { runProgram } from '../src/run-program.js';

const uploadsAtOnce = 8;
const ordersPerUpload = 50;
const timeoutMs = 300_000;
const lookEveryMs = 100;

/**
 * Whether services know the address of PostgreSQL itself, besides the address of PgBouncer. If they do, `listeners`
 * names the processes that listen for notifications there.
 */
const lines = [
  { title: 'with nobody who listens', isTold: false, listeners: [] },
  { title: 'with notifications beside it', isTold: true, listeners: ['api-listener', 'worker-listener'] },
];

describe.each(lines)('services behind PgBouncer in transaction mode, $title', ({ isTold, listeners }) => {
  let server: PostgresServer;
  let bouncer: PgBouncer;
  let platform: Platform;
  beforeAll(async () => {
    server = await startPostgres({ databases: ['auth', 'ordering'] });
    bouncer = await PgBouncer.start(server.url);
    const environment = {
      PATH: process.env['PATH'] ?? '',
      AUTH_DATABASE_URL: server.addressOf('auth'),
      ORDERING_DATABASE_URL: server.addressOf('ordering'),
    };
    expect(await runProgram(programs.tpctl, ['migrate'], { environment })).toMatchObject({ code: 0 });
    platform = await Platform.start({
      database: 'sqlite',
      settings: {
        AUTH_DATABASE_URL: bouncer.addressOf('auth'),
        ORDERING_DATABASE_URL: bouncer.addressOf('ordering'),
        MIGRATE_AT_START: 'false',
        ...(isTold && { BATCH_NOTIFICATIONS_URL: server.addressOf('ordering') }),
      },
    });
  }, timeoutMs);
  afterAll(async () => {
    await platform.stop();
    await bouncer.end();
    await server.end();
  }, timeoutMs);

  it(
    'load data, accept uploads and make downloads at once, all through it',
    async () => {
      await loadOrderMarket(platform);
      const buyer = await platform.caller(orderMembers.buyer);
      const uploads = await Promise.all(
        Array.from({ length: uploadsAtOnce }, (_, index) =>
          uploadOrders(buyer, manyOrders(ordersPerUpload, `upload-${index}`)),
        ),
      );
      const tradeIds = uploads.flatMap(({ rows }) => rows.map(({ trade_id }) => trade_id));
      expect(tradeIds).toHaveLength(uploadsAtOnce * ordersPerUpload);
      const seller = await platform.caller(orderMembers.seller);
      for (const side of [buyer, seller]) {
        const slips = await downloadSlips<{ trade_id: string }>(side);
        expect(slips.map(({ trade_id }) => trade_id).toSorted()).toEqual(tradeIds.toSorted());
      }
      const logged = ['auth', 'api', 'worker'].flatMap((name) => platform.service(name).lines);
      expect(logged.filter((line) => line.includes('prepared statement'))).toEqual([]);
      // An API process begins to listen for notifications only at its first call that waits.
      await buyer.call('/master/download/buy/request', {}, { headers: { Prefer: 'wait=30' } });
      while ((await listenersOf(server)).length < listeners.length) await sleep(lookEveryMs);
      expect(await listenersOf(server)).toEqual(listeners);
      expect(await bouncer.transactions()).toMatchObject({ auth: expect.any(Number), ordering: expect.any(Number) });
    },
    timeoutMs,
  );
});

/** Returns the names of the connections that listen for notifications. */
async function listenersOf({ url }: PostgresServer): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      "SELECT DISTINCT application_name AS name FROM pg_stat_activity WHERE application_name LIKE '%-listener' ORDER BY 1",
    );
    return rows.map(({ name }) => name);
  } finally {
    await client.end();
  }
}
