import { describe, expect } from '@jest/globals';
import { freePort } from '@trading-platform/bootstrap/free-port';
import { ApiCaller, type ErrorEntry } from '../src/api-caller.js';
import { describePlatform } from '../src/describe-platform.js';
import type { Platform } from '../src/platform.js';

const head = '10000001';
const store = '10000002';
const owner = '10000003';
const seller = '20000001';
const stranger = '30000001';

const delivery = '/delivery/shortest';
const price = '/fc/price';

const members = [
  { member_code: owner },
  { member_code: head },
  { member_code: store, head_office_member_code: head, fc_owner_member_code: owner },
  { member_code: seller },
  { member_code: stranger },
];

function product(member: string, catalogId: string, line: object = {}) {
  const shown = { view_active_code: '1', status_code: '0', food_cat_large_code: '10' };
  return {
    member_code: member,
    member_code_partner: seller,
    catalog: [{ catalog_id: catalogId, item_id: catalogId, ...shown, ...line }],
  };
}

const master = [
  product(head, 'RICE', { lead_time: '1' }),
  product(head, 'SHARED', { lead_time: '2', share_flg: '1' }),
  product(head, 'STOPPED', { sell_stop_active_code: '1' }),
  product(store, 'OIL', { lead_time: '0' }),
];

const everyDayAt15 = { app_ord_flg: '1', target: '0', closing_time: '15:00', oct_set_buyer_or_seller: '1' };

function closingTimes(buyer: string, rows: readonly object[]) {
  return { member_code_buyer: buyer, seller_list: [{ member_code_seller: seller, orderclosing: rows }] };
}

function weekends() {
  const days = Array.from({ length: 730 }, (_, day) => new Date(Date.UTC(2026, 0, 1 + day)));
  return days
    .filter((day) => [0, 6].includes(day.getUTCDay()))
    .map((day) => ({ holiday: day.toISOString().slice(0, 10) }));
}

async function loadMarket(platform: Platform): Promise<void> {
  await platform.load('members', members);
  await platform.load('master', master);
  await platform.load('orderclosing', [closingTimes('', [everyDayAt15])]);
  await platform.load('businessholiday', [{ member_code_seller: seller, businessholiday: weekends() }]);
  await platform.load('fc-prices', [
    { fc_owner_member_code: owner, food_cat_large_code: '10', method: 'rate', value: '-10.5', rounding: '2' },
    { fc_owner_member_code: owner, member_code_store: store, catalog_id: 'OIL', method: 'fixed', value: '333' },
  ]);
}

/** Friday the 13th of November 2026; the weekend is not counted. */
function ask(given: object = {}) {
  return {
    member_code_self: head,
    member_code_partner: seller,
    send_date: '2026-11-13 14:59:59',
    details_list: [{ catalog_id: 'RICE' }],
    ...given,
  };
}

function item(given: object = {}) {
  const dates = { order_send_date: '2026-11-13', delivery_date: '2026-11-16' };
  return { member_code_store: store, catalog_id: 'SHARED', price: '99.9', ...dates, ...given };
}

interface DeliveryAnswer {
  readonly error_list: readonly ErrorEntry[];
  readonly details_list: readonly {
    readonly catalog_id: string;
    readonly shortest_delivery_date: string;
    readonly detail_error_list: readonly { readonly errorItem: string; readonly errorCode: string }[];
    readonly step_list?: readonly { readonly rule: string; readonly text_ja: string; readonly text_en: string }[];
  }[];
}

/** The dates of an answer, or the code that stands in place of one. */
async function datesOf(caller: ApiCaller, body: object): Promise<(string | undefined)[]> {
  const { status, body: answer } = await caller.call<DeliveryAnswer>(delivery, body);
  expect(status).toBe(200);
  return answer.details_list.map((detail) => detail.shortest_delivery_date || detail.detail_error_list[0]?.errorCode);
}

async function refusalsOf(caller: ApiCaller, path: string, body: unknown): Promise<string[]> {
  const { status, body: answer } = await caller.call<{ error_list: ErrorEntry[] }>(path, body);
  expect({ status, fields: Object.keys(answer) }).toEqual({
    status: 400,
    fields: ['request_id', 'result', 'error_list'],
  });
  return answer.error_list.map(({ error_code, error_item }) => `${error_code} ${error_item}`);
}

function itemErrors(code: string): object[] {
  return [{ error_code: code, error_detail: expect.any(String) }];
}

// The zone of the server must not matter: one is behind Japan by most of a day, one ahead of it.
describe.each([
  { database: 'sqlite', zone: 'America/Los_Angeles' },
  { database: 'postgres', zone: 'Pacific/Kiritimati' },
] as const)('lookups with a server in $zone', ({ database, zone }) => {
  describePlatform('lookups', { database, services: ['auth', 'api'], settings: { TZ: zone } }, (flow) => {
    flow('answer shortest delivery dates as the contract spells them', async (platform) => {
      await loadMarket(platform);
      const caller = await platform.caller(head);
      const { status, body } = await caller.call(
        delivery,
        ask({
          details_list: [
            { catalog_id: 'SHARED' },
            { catalog_id: 'RICE', hope_delivery_date: '2026-11-14' },
            { catalog_id: 'STOPPED' },
            { catalog_id: 'SHARED' },
          ],
        }),
      );
      expect({ status, body }).toEqual({
        status: 200,
        body: {
          request_id: expect.any(String),
          result: 0,
          error_list: [],
          details_list: [
            { catalog_id: 'SHARED', shortest_delivery_date: '2026-11-17', detail_error_list: [] },
            {
              catalog_id: 'RICE',
              shortest_delivery_date: '2026-11-16',
              detail_error_list: [
                {
                  errorItem: 'details_list[1].hope_delivery_date',
                  errorCode: 'E000017',
                  errorDetail: expect.any(String),
                },
              ],
            },
            {
              catalog_id: 'STOPPED',
              shortest_delivery_date: '',
              detail_error_list: [
                { errorItem: 'details_list[2].catalog_id', errorCode: 'E000012', errorDetail: expect.any(String) },
              ],
            },
            { catalog_id: 'SHARED', shortest_delivery_date: '2026-11-17', detail_error_list: [] },
          ],
        },
      });
      expect(await datesOf(caller, ask({ send_date: '2026-11-13 15:00:00' }))).toEqual(['2026-11-17']);
      expect(await datesOf(caller, ask({ send_date: '2026-11-14 10:00:00' }))).toEqual(['2026-11-17']);
    });

    flow('take the time of the call, in Japan, where send_date is missing', async (platform) => {
      const caller = await platform.caller(head);
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

    flow('explain the date in Japanese and English, with the same rights', async (platform) => {
      const caller = await platform.caller(head);
      const { status, body } = await caller.call<DeliveryAnswer>(`${delivery}/explain`, ask());
      expect(status).toBe(200);
      const [detail] = body.details_list;
      expect(detail?.shortest_delivery_date).toBe('2026-11-16');
      expect(detail?.step_list?.map(({ rule }) => rule)).toEqual([
        'order-master-line',
        'sent',
        'before-closing',
        'reception-day',
        'lead-time',
        'shortest',
      ]);
      expect(detail?.step_list?.at(-1)).toMatchObject({
        text_ja: '最短納品日は2026-11-16(月)です。',
        text_en: 'The shortest delivery date is 2026-11-16 (Mon).',
      });
      const refused = await refusalsOf(caller, `${delivery}/explain`, ask({ member_code_self: stranger }));
      expect(refused).toEqual(['E000008 member_code_self']);
    });

    flow('answer buyers, their head offices and sellers, and nobody else', async (platform) => {
      const both = [{ catalog_id: 'OIL' }, { catalog_id: 'SHARED' }, { catalog_id: 'RICE' }];
      const ofStore = ask({ member_code_self: store, details_list: both });
      const dates = ['2026-11-13', '2026-11-17', 'E000012'];
      expect(await datesOf(await platform.caller(store), ofStore)).toEqual(dates);
      expect(await datesOf(await platform.caller(head), ofStore)).toEqual(dates);
      const asSeller = { ...ofStore, member_code_self: seller, member_code_partner: store };
      expect(await datesOf(await platform.caller(seller), asSeller)).toEqual(dates);
      expect(await refusalsOf(await platform.caller(stranger), delivery, ofStore)).toEqual([
        'E000008 member_code_self',
        'E000008 member_code_partner',
      ]);
      const unrelated = { ...ofStore, member_code_self: stranger, member_code_partner: store };
      expect(await refusalsOf(await platform.caller(stranger), delivery, unrelated)).toEqual([
        'E000008 member_code_partner',
      ]);
    });

    flow('refuse a whole request that is malformed, naming every field', async (platform) => {
      const caller = await platform.caller(head);
      const refused = (given: object) => refusalsOf(caller, delivery, ask(given));
      expect(await refusalsOf(caller, delivery, {})).toEqual([
        'E000001 member_code_self',
        'E000001 member_code_partner',
        'E000001 details_list',
      ]);
      expect(await refused({ member_code_self: '123456789' })).toEqual(['E000003 member_code_self']);
      expect(await refused({ member_code_partner: '123456789' })).toEqual(['E000003 member_code_partner']);
      expect(await refused({ send_date: '2026-02-29 10:00:00' })).toEqual(['E000002 send_date']);
      expect(await refused({ send_date: '2026-11-13 10:00:000' })).toEqual(['E000003 send_date']);
      expect(await refused({ response_type: 'xml' })).toEqual(['E000004 response_type']);
      expect(await refused({ details_list: [] })).toEqual(['E000001 details_list']);
      expect(
        await refused({
          details_list: [{ catalog_id: 'RICE' }, {}, { catalog_id: 'RICE', hope_delivery_date: '2026-13-01' }],
        }),
      ).toEqual(['E000001 details_list[1].catalog_id', 'E000002 details_list[2].hope_delivery_date']);
      const thousand = Array.from({ length: 1000 }, () => ({ catalog_id: 'RICE' }));
      expect(await datesOf(caller, ask({ details_list: thousand }))).toHaveLength(1000);
      expect(await refused({ details_list: [...thousand, { catalog_id: 'RICE' }] })).toEqual(['E000007 details_list']);
    });

    flow('answer FC prices as the contract spells them, with errors by item', async (platform) => {
      const caller = await platform.caller(owner);
      const items = [
        item(),
        item({ catalog_id: 'OIL' }),
        item({ catalog_id: 'RICE' }),
        item({ member_code_store: head }),
        item({ price: '100' }),
      ];
      const { status, body } = await caller.call(price, { item: items });
      const answer = (given: object) => {
        const { price: _, ...asked } = item();
        return { ...asked, Price: 99, fc_price: 0, detail_err_list: [], ...given };
      };
      expect({ status, body }).toEqual({
        status: 200,
        body: {
          request_id: expect.any(String),
          result: 0,
          error_list: [],
          item: [
            answer({ fc_price: 89 }),
            answer({ catalog_id: 'OIL', fc_price: 333 }),
            answer({ catalog_id: 'RICE', detail_err_list: itemErrors('E000012') }),
            answer({ member_code_store: head, detail_err_list: itemErrors('E000008') }),
            answer({ Price: 100, fc_price: 90 }),
          ],
        },
      });
    });

    flow('refuse FC price items with a missing or malformed field', async (platform) => {
      const caller = await platform.caller(owner);
      const refused = (...items: unknown[]) => refusalsOf(caller, price, { item: items });
      expect(await refusalsOf(caller, price, {})).toEqual(['E000001 item']);
      expect(await refused(item(), {})).toEqual(
        ['member_code_store', 'catalog_id', 'price', 'order_send_date', 'delivery_date'].map(
          (field) => `E000001 item[1].${field}`,
        ),
      );
      for (const wrong of ['-1', '1.23456', '1e3', 'free', '1234567890123', '1.']) {
        expect(await refused(item(), item({ price: wrong }))).toEqual(['E000002 item[1].price']);
      }
      expect(await refused(item({ order_send_date: '2026-02-30' }))).toEqual(['E000002 item[0].order_send_date']);
      const thousand = Array.from({ length: 1000 }, () => item());
      expect((await caller.call<{ item: unknown[] }>(price, { item: thousand })).body.item).toHaveLength(1000);
      expect(await refused(...thousand, item())).toEqual(['E000007 item']);
    });

    flow('answer from what is loaded now, in every process', async (platform) => {
      const port = String(await freePort());
      const other = await platform.startAnother('api', { settings: { API_PORT: port } });
      try {
        const one = await platform.caller(head);
        const two = await ApiCaller.signIn(
          { authUrl: platform.authUrl, apiUrl: `http://127.0.0.1:${port}` },
          one.credentials,
        );
        const dates = () => Promise.all([one, two].map(async (caller) => (await datesOf(caller, ask()))[0]));
        expect(await dates()).toEqual(['2026-11-16', '2026-11-16']);
        await platform.load('orderclosing', [closingTimes(head, [{ ...everyDayAt15, closing_time: '09:00' }])]);
        expect(await dates()).toEqual(['2026-11-17', '2026-11-17']);
        await platform.load('orderblock', [
          {
            member_code_buyer: '',
            seller_list: [{ member_code_seller: seller, orderblock: [{ order_block_flg: '1' }] }],
          },
        ]);
        expect(await dates()).toEqual(['E000014', 'E000014']);
      } finally {
        await other.end();
      }
    });
  });
});
