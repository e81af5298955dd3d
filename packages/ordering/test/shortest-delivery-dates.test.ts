import { beforeAll, expect, it } from '@jest/globals';
import { type Database, openDatabase } from '@trading-platform/database';
import { describeDatabases } from '@trading-platform/database/testing';
import type { DeliveryDateRequest } from '@trading-platform/domain-types';
import type { DeliverySource } from '../src/delivery/delivery-source.js';
import { ShortestDeliveryDates } from '../src/delivery/shortest-delivery-dates.js';
import type { MemberDirectory } from '../src/member/member-directory.js';
import { linesOf } from '../src/testing/lines.js';
import { importRecords } from '../src/typeorm/import-records.js';
import { openOrderingPorts } from '../src/typeorm/open-ordering-ports.js';
import { orderingSchema } from '../src/typeorm/ordering-schema.js';
import { TypeOrmDeliverySource } from '../src/typeorm/repositories/typeorm-delivery-source.js';

const members = [
  { member_code: 'HEAD' },
  { member_code: 'STORE1', head_office_member_code: 'HEAD' },
  { member_code: 'STORE2', head_office_member_code: 'HEAD' },
  { member_code: 'SELLER' },
  { member_code: 'OTHER' },
  { member_code: 'QUIET' },
  { member_code: 'DEPOT' },
];

const orderable = { view_active_code: '1', status_code: '0', share_flg: '0', item_deleted_code: '0' };

function product(member: string, catalogId: string, line: object = {}, header: object = {}) {
  const catalog = [{ catalog_id: catalogId, item_id: catalogId, ...orderable, ...line }];
  return { member_code: member, member_code_partner: 'SELLER', ...header, catalog };
}

const master = [
  product('HEAD', 'OWN', { lead_time: '1' }),
  product('HEAD', 'SHARED', { lead_time: '2', share_flg: '1' }),
  product('HEAD', 'WITHDRAWN', { share_flg: '1', store_unshare_flg: '1' }),
  product('HEAD', 'DIRECT', { lead_time: '0' }, { member_code_order_to: 'DEPOT' }),
  product('STORE1', 'STORE', { lead_time: '3' }),
  product('STORE1', 'HIDDEN', { view_active_code: '0' }),
];

function closing(buyer: string, rows: readonly object[]) {
  return { member_code_buyer: buyer, seller_list: [{ member_code_seller: 'SELLER', orderclosing: rows }] };
}

const newYearInJapan = () => new Date('2026-12-31T15:00:00Z');

const every = { set_id: '1', set_no: '1', oct_set_buyer_or_seller: '1', app_ord_flg: '1', target: '0' };

function ask(given: Partial<DeliveryDateRequest> & { readonly ids?: readonly string[] }): DeliveryDateRequest {
  const { ids = ['OWN'], ...request } = given;
  return {
    member_code_self: 'HEAD',
    member_code_partner: 'SELLER',
    send_date: '2026-11-13 10:00:00',
    details_list: ids.map((catalog_id) => ({ catalog_id })),
    ...request,
  };
}

async function load(database: Database, kind: Parameters<typeof importRecords>[0], records: readonly object[]) {
  expect(await importRecords(kind, database, linesOf(records))).toMatchObject({ refusals: [] });
}

async function openWorld(database: Database) {
  await load(database, 'members', members);
  await load(database, 'master', master);
}

async function datesOf(dates: ShortestDeliveryDates, request: DeliveryDateRequest, caller = 'HEAD') {
  const answer = await dates.lookUp(request, caller);
  if ('refused' in answer) return answer.refused;
  return answer.details.map(
    ({ shortest_delivery_date, detail_error_list }) => shortest_delivery_date || detail_error_list[0]?.errorCode,
  );
}

describeDatabases('shortest delivery dates', [orderingSchema], (open) => {
  async function aWorld() {
    const database = await open();
    await openWorld(database);
    return { database, dates: new ShortestDeliveryDates({ source: new TypeOrmDeliverySource(database) }) };
  }

  /** The world of the tests that load nothing. */
  let world: Awaited<ReturnType<typeof aWorld>>;
  beforeAll(async () => {
    world = await aWorld();
  });

  it('answers in the order of the request, duplicates again, as the contract spells it', async () => {
    const { dates } = world;
    const request = ask({
      details_list: [
        { catalog_id: 'SHARED' },
        { catalog_id: 'NOBODY' },
        { catalog_id: 'OWN', hope_delivery_date: '2026-11-13' },
        { catalog_id: 'SHARED', hope_delivery_date: '' },
      ],
    });
    expect(await dates.lookUp(request, 'HEAD')).toEqual({
      details: [
        { catalog_id: 'SHARED', shortest_delivery_date: '2026-11-15', detail_error_list: [] },
        {
          catalog_id: 'NOBODY',
          shortest_delivery_date: '',
          detail_error_list: [
            {
              errorItem: 'details_list[1].catalog_id',
              errorCode: 'E000012',
              errorDetail: expect.stringContaining('order master'),
            },
          ],
        },
        {
          catalog_id: 'OWN',
          shortest_delivery_date: '2026-11-14',
          detail_error_list: [
            {
              errorItem: 'details_list[2].hope_delivery_date',
              errorCode: 'E000017',
              errorDetail: expect.stringContaining('wished delivery date'),
            },
          ],
        },
        { catalog_id: 'SHARED', shortest_delivery_date: '2026-11-15', detail_error_list: [] },
      ],
    });
  });

  it('lets a store order its own lines and those that its head office shares', async () => {
    const { dates } = world;
    const ids = ['STORE', 'SHARED', 'OWN', 'WITHDRAWN', 'HIDDEN'];
    expect(await datesOf(dates, ask({ member_code_self: 'STORE1', ids }), 'STORE1')).toEqual([
      '2026-11-16',
      '2026-11-15',
      'E000012',
      'E000012',
      'E000012',
    ]);
  });

  it('relates a store to a seller by the lines of its head office alone', async () => {
    const { dates } = world;
    expect(await datesOf(dates, ask({ member_code_self: 'STORE2', ids: ['SHARED'] }), 'STORE2')).toEqual([
      '2026-11-15',
    ]);
  });

  it('answers a seller about its buyer', async () => {
    const { dates } = world;
    const request = ask({ member_code_self: 'SELLER', member_code_partner: 'STORE2', ids: ['SHARED', 'STORE'] });
    expect(await datesOf(dates, request, 'SELLER')).toEqual(['2026-11-15', 'E000012']);
  });

  it.each([
    ['a member that is not visible', { member_code_self: 'OTHER' }, 'HEAD', ['member_code_self']],
    ['a member that does not exist', { member_code_self: 'NOBODY' }, 'HEAD', ['member_code_self']],
    ['a head office for its store', { member_code_self: 'HEAD' }, 'STORE1', ['member_code_self']],
    ['a partner without relation', { member_code_partner: 'QUIET' }, 'HEAD', ['member_code_partner']],
    ['a partner that does not exist', { member_code_partner: 'NOBODY' }, 'HEAD', ['member_code_partner']],
    [
      'two members that do not exist',
      { member_code_self: 'NOBODY', member_code_partner: 'NONE' },
      'HEAD',
      ['member_code_self', 'member_code_partner'],
    ],
    [
      'a member that is not visible, and a partner of no visible one',
      { member_code_self: 'OTHER', member_code_partner: 'QUIET' },
      'HEAD',
      ['member_code_self', 'member_code_partner'],
    ],
  ])('refuses %s', async (_, given, caller, refused) => {
    const { dates } = world;
    expect(await datesOf(dates, ask(given), caller)).toEqual(refused);
  });

  it.each<[string, Parameters<MemberDirectory['notPaired']>[1], readonly string[]]>([
    ['STORE2', { member_code_self: 'STORE2', member_code_partner: 'SELLER' }, []],
    ['STORE2', { member_code_partner: 'SELLER' }, []],
    ['SELLER', { member_code_partner: 'STORE2' }, []],
    ['OTHER', { member_code_partner: 'SELLER' }, ['member_code_partner']],
    ['STORE2', { member_code_partner: 'QUIET' }, ['member_code_partner']],
    ['STORE2', { member_code_partner: 'NOBODY' }, ['member_code_partner']],
    ['STORE2', { member_code_self: 'NOBODY', member_code_partner: 'SELLER' }, ['member_code_self']],
    ['STORE2', { member_code_self: 'HEAD' }, ['member_code_self']],
    ['HEAD', { member_code_self: 'STORE2' }, []],
    ['', { member_code_partner: 'SELLER' }, ['member_code_partner']],
    ['HEAD', {}, []],
  ])('judges for %s what is known of a pair: %j', async (caller, pair, refused) => {
    const { database } = world;
    expect(await openOrderingPorts(database).memberDirectory.notPaired(caller, pair)).toEqual(refused);
  });

  it('lets a head office ask for its store', async () => {
    const { dates } = world;
    expect(await datesOf(dates, ask({ member_code_self: 'STORE1', ids: ['STORE'] }), 'HEAD')).toEqual(['2026-11-16']);
  });

  it('counts a pair that only a setting names as related: no product is known then', async () => {
    const { database, dates } = await aWorld();
    const line = {
      member_code_buyer: 'OTHER',
      seller_list: [{ member_code_seller: 'QUIET', orderblock: [{ order_block_flg: '0' }] }],
    };
    await load(database, 'orderblock', [line]);
    const request = ask({ member_code_self: 'OTHER', member_code_partner: 'QUIET' });
    expect(await datesOf(dates, request, 'OTHER')).toEqual(['E000012']);
  });

  it('heeds all four settings, those of the pair and the general ones', async () => {
    const { database, dates } = await aWorld();
    await load(database, 'orderclosing', [
      closing('', [{ ...every, closing_time: '09:00' }]),
      closing('HEAD', [{ ...every, closing_time: '12:00', delivery_period: '2' }]),
    ]);
    await load(database, 'businessholiday', [
      { member_code_seller: 'SELLER', businessholiday: [{ holiday: '2026-11-14' }, { holiday: '2026-11-15' }] },
    ]);
    await load(database, 'nottrade', [
      {
        member_code_buyer: '',
        seller_list: [
          {
            member_code_seller: 'SELLER',
            nottrade: [{ establish_flg: '1', prohibit_flg: '0', week_flg: '0010000', warning_type: '0' }],
          },
        ],
      },
    ]);
    await load(database, 'orderblock', [
      {
        member_code_buyer: 'HEAD',
        seller_list: [
          { member_code_seller: 'SELLER', orderblock: [{ order_block_flg: '1', member_code_order_to: 'DEPOT' }] },
        ],
      },
    ]);
    expect(await datesOf(dates, ask({ ids: ['OWN', 'DIRECT'] }))).toEqual(['2026-11-18', 'E000014']);
  });

  it('takes the clock, in Japan time, for an order without send_date', async () => {
    const { database } = world;
    const dates = new ShortestDeliveryDates({ source: new TypeOrmDeliverySource(database), now: newYearInJapan });
    expect(await datesOf(dates, ask({ send_date: '' }))).toEqual(['2027-01-02']);
  });

  it('explains the same answer step by step', async () => {
    const { dates } = world;
    const explained = await dates.explain(ask({ ids: ['OWN', 'NOBODY'] }), 'HEAD');
    expect(explained).toEqual({
      details: [
        expect.objectContaining({ catalog_id: 'OWN', shortest_delivery_date: '2026-11-14', detail_error_list: [] }),
        expect.objectContaining({
          catalog_id: 'NOBODY',
          step_list: [expect.objectContaining({ rule: 'not-orderable' })],
        }),
      ],
    });
  });

  it('answers 1,000 products', async () => {
    const { database, dates } = await aWorld();
    const ids = Array.from({ length: 1000 }, (_, index) => `P${index}`);
    await load(
      database,
      'master',
      ids.map((id, index) => product('HEAD', id, { lead_time: String(index % 9) })),
    );
    const answers = await datesOf(dates, ask({ ids }));
    expect(answers).toHaveLength(1000);
    expect(answers.slice(8, 10)).toEqual(['2026-11-21', '2026-11-13']);
  });
});

describeDatabases('settings kept for a pair', [orderingSchema], (open) => {
  let database: Awaited<ReturnType<typeof open>>;
  beforeAll(async () => {
    database = await open();
    await openWorld(database);
  });

  it('cost one query a request until something is loaded', async () => {
    const source = new TypeOrmDeliverySource(database);
    const asked: string[] = [];
    const counting: DeliverySource = {
      readChanges: () => (asked.push('changes'), source.readChanges()),
      readPair: (...pair) => (asked.push('pair'), source.readPair(...pair)),
      readLines: (pair, ids) => (asked.push(ids.join(' ')), source.readLines(pair, ids)),
    };
    const dates = new ShortestDeliveryDates({ source: counting });
    await datesOf(dates, ask({}));
    await datesOf(dates, ask({ ids: ['SHARED', 'OWN', 'SHARED'] }));
    await datesOf(dates, ask({ ids: ['OWN', 'SHARED'] }));
    expect(asked).toEqual(['changes', 'pair', 'OWN', 'changes', 'SHARED', 'changes']);
  });

  it('are out of date as soon as another process has loaded settings, members or products', async () => {
    const dates = new ShortestDeliveryDates({ source: new TypeOrmDeliverySource(database) });
    const other = await openDatabase({ address: database.address, schemas: [orderingSchema] });
    try {
      expect(await datesOf(dates, ask({}))).toEqual(['2026-11-14']);
      await load(other, 'orderclosing', [closing('HEAD', [{ ...every, closing_time: '09:00' }])]);
      expect(await datesOf(dates, ask({}))).toEqual(['2026-11-15']);
      await load(other, 'orderclosing', [closing('HEAD', [])]);
      expect(await datesOf(dates, ask({}))).toEqual(['2026-11-14']);
      await load(other, 'master', [product('HEAD', 'OWN', { lead_time: '5' })]);
      expect(await datesOf(dates, ask({}))).toEqual(['2026-11-18']);

      expect(await datesOf(dates, ask({ member_code_self: 'STORE2', ids: ['SHARED'] }))).toEqual(['2026-11-15']);
      await load(other, 'members', [{ member_code: 'STORE2' }]);
      expect(await datesOf(dates, ask({ member_code_self: 'STORE2', ids: ['SHARED'] }))).toEqual(['member_code_self']);
    } finally {
      await other.close();
    }
  });

  it('are left behind when more pairs are asked for than are kept', async () => {
    const dates = new ShortestDeliveryDates({
      source: new TypeOrmDeliverySource(database),
      pairsKept: 1,
      productsKept: 1,
    });
    const store = ask({ member_code_self: 'STORE1', ids: ['STORE'] });
    await datesOf(dates, store);
    await datesOf(dates, ask({}));
    expect(await datesOf(dates, store)).toEqual(['2026-11-16']);
  });
});
