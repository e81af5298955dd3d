import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect } from '@jest/globals';
import type { ServiceProcess } from '@trading-platform/bootstrap/service-process';
import { ApiCaller } from '../src/api-caller.js';
import type { DescribeFlow } from '../src/describe-platform.js';
import type { Platform } from '../src/platform.js';

const buyer = '10000001';
const seller = '20000001';

const rice = { catalog_id: 'RICE', item_id: 'RICE', view_active_code: '1', status_code: '0', lead_time: '1' };
const master = [{ member_code: buyer, member_code_partner: seller, catalog: [rice] }];

const everyDayAt15 = { app_ord_flg: '1', target: '0', closing_time: '15:00', oct_set_buyer_or_seller: '1' };

function closingTimes(member_code_buyer: string, rows: readonly object[]) {
  return { member_code_buyer, seller_list: [{ member_code_seller: seller, orderclosing: rows }] };
}

function weekends() {
  const days = Array.from({ length: 730 }, (_, day) => new Date(Date.UTC(2026, 0, 1 + day)));
  return days
    .filter((day) => [0, 6].includes(day.getUTCDay()))
    .map((day) => ({ holiday: day.toISOString().slice(0, 10) }));
}

async function loadMarket(platform: Platform): Promise<void> {
  await platform.load('members', [{ member_code: buyer }, { member_code: seller }]);
  await platform.load('master', master);
  await platform.load('orderclosing', [closingTimes('', [everyDayAt15])]);
  await platform.load('businessholiday', [{ member_code_seller: seller, businessholiday: weekends() }]);
}

/** The order is sent on Friday, 13 November 2026. The weekend does not count. */
function ask(given: object = {}) {
  return {
    member_code_self: buyer,
    member_code_partner: seller,
    send_date: '2026-11-13 14:59:59',
    details_list: [{ catalog_id: 'RICE' }],
    ...given,
  };
}

interface DeliveryAnswer {
  readonly details_list: readonly {
    readonly shortest_delivery_date: string;
    readonly detail_error_list: readonly { readonly errorCode: string }[];
  }[];
}

/**
 * Returns the dates in an answer. If a product has no date, its first error code is returned instead. Asks again after
 * a 503: this is the answer of an API that must know all revocations while the authentication server is slow.
 */
async function datesOf(caller: ApiCaller, body: object): Promise<(string | undefined)[]> {
  const find = () => caller.call<DeliveryAnswer>('/delivery/shortest', body);
  let answer = await find();
  for (; answer.status === 503; answer = await find()) await sleep(100);
  expect(answer.status).toBe(200);
  return answer.body.details_list.map(
    (detail) => detail.shortest_delivery_date || detail.detail_error_list[0]?.errorCode,
  );
}

/**
 * Tests lookups of a server. The server's time zone must not matter.
 *
 * @param secondApi another data API with the same databases
 */
export function describeLookups(flow: DescribeFlow, running: () => Platform, secondApi: () => ServiceProcess): void {
  describe('lookups', () => {
    beforeAll(() => loadMarket(running()));

    flow('use the time of the call, in Japan, if send_date is missing', async (platform) => {
      const caller = await platform.caller(buyer);
      const { send_date: _, ...now } = ask();
      const tokyo = new Intl.DateTimeFormat('sv-SE', {
        timeZone: 'Asia/Tokyo',
        dateStyle: 'short',
        timeStyle: 'medium',
      });
      const before = await datesOf(caller, ask({ send_date: tokyo.format(new Date()) }));
      const answer = await datesOf(caller, now);
      const after = await datesOf(caller, ask({ send_date: tokyo.format(new Date()) }));
      expect([before, after]).toContainEqual(answer);
    });

    flow('use the current data in every process', async (platform) => {
      const { port } = await secondApi().ready;
      const one = await platform.caller(buyer);
      const two = await ApiCaller.signIn(
        { authUrl: platform.authUrl, apiUrl: `http://127.0.0.1:${port}` },
        one.credentials,
      );
      const dates = () => Promise.all([one, two].map(async (caller) => (await datesOf(caller, ask()))[0]));
      expect(await dates()).toEqual(['2026-11-16', '2026-11-16']);
      await platform.load('orderclosing', [closingTimes(buyer, [{ ...everyDayAt15, closing_time: '09:00' }])]);
      expect(await dates()).toEqual(['2026-11-17', '2026-11-17']);
      await platform.load('orderblock', [
        {
          member_code_buyer: '',
          seller_list: [{ member_code_seller: seller, orderblock: [{ order_block_flg: '1' }] }],
        },
      ]);
      expect(await dates()).toEqual(['E000014', 'E000014']);
    });
  });
}
