import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type PostgresServer, startPostgres } from '@trading-platform/database/testing/postgres';
import { downloadSlips, loadOrderMarket, manyOrders, orderMembers, uploadOrders } from '../src/order-market.js';
import { PgBouncer } from '../src/pgbouncer.js';
import { Platform } from '../src/platform.js';
import { programs } from '../src/programs.js';
import { runProgram } from '../src/run-program.js';

const uploadsAtOnce = 8;
const ordersPerUpload = 50;
const timeoutMs = 300_000;

describe('services behind PgBouncer in transaction mode', () => {
  let server: PostgresServer;
  let bouncer: PgBouncer;
  let platform: Platform;
  beforeAll(async () => {
    server = await startPostgres({ databases: ['auth', 'ordering'] });
    bouncer = await PgBouncer.start(server.url);
    const direct = (name: string) => Object.assign(new URL(server.url), { pathname: `/${name}` }).href;
    const environment = {
      PATH: process.env['PATH'] ?? '',
      AUTH_DATABASE_URL: direct('auth'),
      ORDERING_DATABASE_URL: direct('ordering'),
    };
    expect(await runProgram(programs.tpctl, ['migrate'], { environment })).toMatchObject({ code: 0 });
    platform = await Platform.start({
      database: 'sqlite',
      settings: {
        AUTH_DATABASE_URL: bouncer.addressOf('auth'),
        ORDERING_DATABASE_URL: bouncer.addressOf('ordering'),
        MIGRATE_AT_START: 'false',
      },
    });
  }, timeoutMs);
  afterAll(async () => {
    await platform.stop();
    await bouncer.end();
    await server.end();
  }, timeoutMs);

  it(
    'load data, take uploads and make downloads at once, all through it',
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
      const lines = ['auth', 'api', 'worker'].flatMap((name) => platform.service(name).lines);
      expect(lines.filter((line) => line.includes('prepared statement'))).toEqual([]);
      expect(await bouncer.transactions()).toMatchObject({ auth: expect.any(Number), ordering: expect.any(Number) });
    },
    timeoutMs,
  );
});
