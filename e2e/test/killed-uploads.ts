import { describe, expect, it } from '@jest/globals';
import type { ApiCaller } from '../src/api-caller.js';
import { dayAhead, manyOrders, orderMembers, upload } from '../src/order-market.js';
import type { DatabaseKind } from '../src/platform-databases.js';
import { type InputCalls, KilledPlatform } from './kill-rounds.js';

const ordersPerUpload = 1_000;
const pageSize = 1_000;

/** The calls of an upload. */
export const uploadCalls: InputCalls = { path: upload, list: 'order_list', numberField: 'upload_no' };

/**
 * Kills the worker, the api and PostgreSQL in turn, each at a random time during an upload of 1,000 orders. The caller
 * repeats the upload until all orders have been accepted. When all orders have been accepted, both sides must have each
 * slip exactly once and complete.
 */
export function describeKilledUploads(database: DatabaseKind, rounds: number, timeoutMs?: number): void {
  describe(`uploads on ${database} during ${rounds} kills`, () => {
    it(
      'lose no order, repeat none and leave none half written',
      async () => {
        const killed = await KilledPlatform.start(database);
        try {
          const buyer = await killed.platform.caller(orderMembers.buyer);
          const tradeIds: string[] = [];
          for (let round = 0; round < rounds; round++) {
            const orders = manyOrders(ordersPerUpload, `round-${round}`);
            const taken = await killed.sendThroughKill(buyer, uploadCalls, orders, `round-${round}`);
            for (const { trade_id } of taken.values()) tradeIds.push(trade_id);
          }
          expect(new Set(tradeIds).size).toBe(rounds * ordersPerUpload);
          const seller = await killed.platform.caller(orderMembers.seller);
          for (const side of [buyer, seller]) expect(await slipsOf(side)).toEqual(tradeIds.toSorted());
        } finally {
          await killed.stop();
        }
      },
      timeoutMs,
    );
  });
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
