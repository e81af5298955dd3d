import { describe, expect, it } from '@jest/globals';
import type { ApiCaller } from '../src/api-caller.js';
import { manyOrders, orderMembers } from '../src/order-market.js';
import type { DatabaseKind } from '../src/platform-databases.js';
import { type InputCalls, type InputRow, KilledPlatform } from './kill-rounds.js';
import { uploadCalls } from './killed-uploads.js';

const slipsPerRound = 1_000;
const pageSize = 1_000;

const updateCalls: InputCalls = { path: '/trade/update', list: 'slip_list', numberField: 'update_no' };

interface ListedOrder {
  readonly trade_id: string;
  readonly version: string;
  readonly status_code: string;
}

/**
 * Kills the worker, the api and PostgreSQL in turn, each at a random time while a seller ships 1,000 slips. The caller
 * repeats its updates until all have been made. When all have been made, each slip must be shipped exactly once, for both
 * sides.
 */
export function describeKilledUpdates(database: DatabaseKind, rounds: number, timeoutMs?: number): void {
  describe(`updates on ${database} during ${rounds} kills`, () => {
    it(
      'lose no update, repeat none and leave none half made',
      async () => {
        const killed = await KilledPlatform.start(database);
        try {
          const buyer = await killed.platform.caller(orderMembers.buyer);
          const seller = await killed.platform.caller(orderMembers.seller);
          for (let round = 0; round < rounds; round++) {
            const orders = manyOrders(slipsPerRound, `round-${round}`);
            const taken = await killed.sendThroughKill(buyer, uploadCalls, orders, `orders-${round}`);
            const shipped = await killed.sendThroughKill(seller, updateCalls, shipments(taken), `ships-${round}`);
            expect(new Set([...shipped.values()].map(({ version }) => version))).toEqual(new Set(['2']));
          }
          for (const side of [buyer, seller]) {
            const slips = await ordersOf(side);
            expect(slips).toHaveLength(rounds * slipsPerRound);
            expect(new Set(slips.map(({ status_code, version }) => `${status_code} in ${version}`))).toEqual(
              new Set(['60 in 2']),
            );
          }
        } finally {
          await killed.stop();
        }
      },
      timeoutMs,
    );
  });
}

function shipments(taken: ReadonlyMap<string, InputRow>) {
  return [...taken].map(([uploadNo, { trade_id, version }]) => ({
    update_no: `ship ${uploadNo}`,
    trade_id,
    version,
    action: 'ship',
    trade_comment: `shipped for ${uploadNo}`,
  }));
}

async function ordersOf(caller: ApiCaller): Promise<readonly ListedOrder[]> {
  const orders: ListedOrder[] = [];
  for (let cursor = ''; ; ) {
    const { body } = await caller.call<{ order_list: readonly ListedOrder[]; next_cursor: string }>('/order/list', {
      limit: pageSize,
      cursor,
    });
    orders.push(...body.order_list);
    cursor = body.next_cursor;
    if (cursor === '') return orders;
  }
}
