import { beforeAll, expect } from '@jest/globals';
import { ApiCaller } from '../src/api-caller.js';
import { describePlatform } from '../src/describe-platform.js';
import { anOrder, downloadSlips, loadOrderMarket, orderMembers, uploadOrders } from '../src/order-market.js';
import type { DatabaseKind } from '../src/platform-databases.js';
import { seeded } from '../src/seeded.js';

interface Generated {
  readonly trade_id: string;
  readonly version: string;
}

interface SlipRow {
  readonly trade_id: string;
  readonly status_code: string;
}

const { buyer, seller } = orderMembers;
const clients = 16;
const ordersPerRound = 4;
const callsPerMinute = '1000000';

/** Uploads the planned orders of a round and sends them. Many clients do so at once, each in a different sequence. */
async function uploadAndSend(
  caller: ApiCaller,
  round: number,
  random: () => number,
): Promise<readonly [readonly string[], number]> {
  const orders = Array.from({ length: ordersPerRound }, (_, n) => anOrder(`r${round}-${n}`, { send_flg: '0' }));
  const { rows } = await uploadOrders(caller, shuffled(orders, random));
  const ids = rows.toSorted((one, other) => (one.upload_no < other.upload_no ? -1 : 1)).map(({ trade_id }) => trade_id);
  const { status, body } = await caller.call<{ result_list?: readonly Generated[] }>('/order/generate', {
    trade_id_list: ids,
    version_list: ids.map(() => '1'),
  });
  if (status === 200) expect(body.result_list).toEqual(ids.map((trade_id) => ({ trade_id, version: '2' })));
  return [ids, status];
}

function shuffled<Element>(elements: readonly Element[], random: () => number): readonly Element[] {
  return elements
    .map((element) => ({ element, place: random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ element }) => element);
}

/**
 * Clients of one member upload and send the same orders in parallel. In the end each upload number must have one slip,
 * and for each version of a slip exactly one client must have succeeded.
 */
export function describeOrderRace(database: DatabaseKind, rounds: number, timeoutMs?: number): void {
  const settings = { CALLS_PER_MINUTE: callsPerMinute };
  describePlatform('clients that upload and send the same orders', { database, settings }, (flow, platform) => {
    let callers: readonly ApiCaller[];

    beforeAll(async () => {
      await loadOrderMarket(platform());
      const { addresses, credentials } = await platform().caller(buyer);
      callers = await Promise.all(Array.from({ length: clients }, () => ApiCaller.signIn(addresses, credentials)));
    });

    flow(
      `end with one slip for each number, sent once, in ${rounds} rounds (seed 3)`,
      async () => {
        const random = seeded(3);
        const all: string[] = [];
        for (let round = 0; round < rounds; round++) {
          // Rounds run in turn.
          // oxlint-disable-next-line no-await-in-loop
          const ends = await Promise.all(callers.map((caller) => uploadAndSend(caller, round, random)));
          const [first] = ends;
          for (const [ids, status] of ends) {
            expect(ids).toEqual(first?.[0]);
            expect([200, 409]).toContain(status);
          }
          expect(ends.map(([, status]) => status)).toContain(200);
          all.push(...(first?.[0] ?? []));
        }
        expect(new Set(all).size).toBe(rounds * ordersPerRound);
        for (const side of [buyer, seller]) {
          // oxlint-disable-next-line no-await-in-loop
          const slips = await downloadSlips<SlipRow>(await platform().caller(side));
          expect(slips.map(({ trade_id }) => trade_id).toSorted()).toEqual(all.toSorted());
          expect(new Set(slips.map(({ status_code }) => status_code))).toEqual(new Set(['40']));
        }
      },
      timeoutMs,
    );
  });
}
