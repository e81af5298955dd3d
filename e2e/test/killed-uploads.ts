import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { type PostgresServer, startPostgres } from '@trading-platform/database/testing/postgres';
import type { ApiCaller } from '../src/api-caller.js';
import { dayAhead, loadOrderMarket, manyOrders, orderMembers, type UploadRow, upload } from '../src/order-market.js';
import { Platform } from '../src/platform.js';
import type { DatabaseKind } from '../src/platform-databases.js';

const ordersPerUpload = 1_000;
const longestPauseMs = 1_500;
const retryMs = 100;
const pageSize = 1_000;
/** The programs that are killed, in turn. */
const services = ['worker', 'api'] as const;

/**
 * Kills the worker, the api and PostgreSQL in turn, each at a random time during an upload of 1,000 orders. The caller
 * repeats the upload until all orders have been accepted, however each upload ends. When all orders have been accepted,
 * both sides must have each slip exactly once and complete.
 */
export function describeKilledUploads(database: DatabaseKind, rounds: number, timeoutMs?: number): void {
  describe(`uploads on ${database} during ${rounds} kills`, () => {
    it(
      'lose no order, repeat none and leave none half written',
      async () => {
        const server =
          database === 'postgres' ? await startPostgres({ durable: true, databases: ['ordering'] }) : undefined;
        const platform = await Platform.start({ database: 'sqlite', settings: settingsOf(server) });
        try {
          await loadOrderMarket(platform);
          const buyer = await platform.caller(orderMembers.buyer);
          const tradeIds: string[] = [];
          for (let round = 0; round < rounds; round++) {
            const orders = manyOrders(ordersPerUpload, `round-${round}`);
            const batchId = await request(buyer, orders, `round-${round}`);
            await sleep(Math.random() * longestPauseMs);
            await killOne(platform, server, round);
            tradeIds.push(...(await takenInTheEnd(buyer, orders, batchId)));
          }
          expect(new Set(tradeIds).size).toBe(rounds * ordersPerUpload);
          const seller = await platform.caller(orderMembers.seller);
          for (const side of [buyer, seller]) expect(await slipsOf(side)).toEqual(tradeIds.toSorted());
        } finally {
          await platform.stop();
          await server?.end();
        }
      },
      timeoutMs,
    );
  });
}

function settingsOf(server: PostgresServer | undefined): Readonly<Record<string, string>> {
  const address = server && { ORDERING_DATABASE_URL: server.addressOf('ordering') };
  return { BATCH_LEASE_SECONDS: '2', ...address };
}

async function killOne(platform: Platform, server: PostgresServer | undefined, round: number): Promise<void> {
  const victims = [...services, ...(server === undefined ? [] : [server])];
  const victim = victims[round % victims.length] ?? services[0];
  if (typeof victim === 'string') {
    await platform.service(victim).end('SIGKILL');
    await platform.startService(victim);
  } else {
    await victim.kill();
    await victim.start();
  }
}

/** The slips of all orders. The accepted orders of a failed upload must be among these slips. */
async function takenInTheEnd(
  caller: ApiCaller,
  orders: ReturnType<typeof manyOrders>,
  firstBatch: string,
): Promise<readonly string[]> {
  const known = new Map<string, string>();
  for (let batchId = firstBatch; ; batchId = await request(caller, orders, `${firstBatch}-${batchId}`)) {
    const { batch_flg } = await ended(caller, batchId);
    const range = { batch_id: batchId, seq_from: '1', seq_to: String(orders.length) };
    const { result_list } = await insist<{ result_list: readonly UploadRow[] }>(caller, 'get', range);
    for (const { seq, upload_no, trade_id, error_list } of result_list) {
      expect(error_list).toEqual([]);
      expect(upload_no).toBe(orders[Number(seq) - 1]?.upload_no);
      expect(trade_id).toBe(known.get(upload_no) ?? trade_id);
      known.set(upload_no, trade_id);
    }
    if (batch_flg !== '3') continue;
    expect(result_list).toHaveLength(orders.length);
    return [...known.values()];
  }
}

async function request(caller: ApiCaller, order_list: readonly object[], key: string): Promise<string> {
  const { batch_id } = await insist<{ batch_id: string }>(
    caller,
    'request',
    { order_list },
    { 'Idempotency-Key': key },
  );
  return batch_id;
}

async function ended(caller: ApiCaller, batch_id: string): Promise<{ batch_flg: string }> {
  for (;;) {
    const check = await insist<{ batch_flg: string }>(caller, 'check', { batch_id });
    if (check.batch_flg !== '1' && check.batch_flg !== '2') return check;
    await sleep(retryMs);
  }
}

/** Retries if no service answers or if a service is unavailable. Any other refusal is an error. */
async function insist<Body>(
  caller: ApiCaller,
  step: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Body> {
  for (;;) {
    const answer = await caller.call<Body>(`${upload}/${step}`, body, { headers }).catch(() => undefined);
    if (answer?.status === 200) return answer.body;
    if (answer !== undefined && answer.status < 500) throw new Error(`${step}: ${JSON.stringify(answer.body)}`);
    await sleep(retryMs);
  }
}

/** Returns the numbers of all slips of a member, sorted by bytes. Expects that each slip has five lines. */
async function slipsOf(caller: ApiCaller): Promise<readonly string[]> {
  const path = '/trade/download';
  const period = { target_date_set: '2', target_date_from: dayAhead(-1), target_date_to: dayAhead(1) };
  const batchId = await caller.request(path, period);
  const { count } = await caller.waitForEnd(path, batchId);
  const ids: string[] = [];
  for (let first = 1; first <= count; first += pageSize) {
    const range = { batch_id: batchId, seq_from: String(first), seq_to: String(first + pageSize - 1) };
    const { body } = await caller.call<{ trade: { trade_id: string; detail_list: unknown[] }[] }>(`${path}/get`, range);
    for (const { trade_id, detail_list } of body.trade) {
      expect(detail_list).toHaveLength(5);
      ids.push(trade_id);
    }
  }
  return ids.toSorted();
}
