import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  businessHolidayRequest,
  masterRequest,
  nonTradingDayRequest,
  orderBlockRequest,
  orderClosingRequest,
  type RecordDefinition,
  tradeRequest,
} from '@trading-platform/domain-types';
import type { ApiCaller, DownloadPath, ErrorEntry } from '../src/api-caller.js';
import { Platform } from '../src/platform.js';
import {
  batchNumber,
  coded,
  codedList,
  dateTime,
  day,
  emptyLists,
  list,
  optional,
  type RequestRow,
  range,
  required,
  responseType,
  shown,
  text,
} from '../src/request-rows.js';

const ownMember = '10000001';
const partner = '20000002';
/** Most elements of a list for which the contract has no limit. */
const ownLimit = 10_000;

interface Download {
  readonly path: DownloadPath;
  readonly request: RecordDefinition;
  /** A body that is taken; a row replaces one field of it. */
  readonly body: object;
  readonly rows: readonly RequestRow[];
  readonly recordsPerGet: number;
}

const optionalText = (field: string, longest: number) => [...optional(field), ...text(field, longest)];
const optionalCoded = (field: string, values: readonly string[]) => [...optional(field), ...coded(field, values)];
const optionalList = (field: string, most: number) => [...emptyLists(field), ...list(field, { most })];
const members = (field: string, most: number) => list(field, { most, element: ownMember, unknown: 'E000008' });

const statuses = ['10', '20', '40', '41', '60', '61', '68', '80', '84', '88', '90'];

const pairRows = [
  ...responseType,
  ...emptyLists('member_code_buyer'),
  ...members('member_code_buyer', ownLimit),
  ...emptyLists('member_code_seller', 'E000001'),
  ...members('member_code_seller', ownLimit),
  ...optional('update_date'),
  ...day('update_date', '2026-01-05'),
];

const settings = { body: { member_code_seller: [ownMember] }, recordsPerGet: 1_000 };

/** Every limit and every coded value of the contract (Spec 4.6 to 4.8, 4.10, 8), and what stands for its silence. */
const downloads: Readonly<Record<string, Download>> = {
  master: {
    path: '/master/download/buy',
    request: masterRequest,
    body: {},
    recordsPerGet: 5_000,
    rows: [
      ...responseType,
      ...optionalText('food_cat_large_code', 2),
      ...optionalText('food_cat_middle_code', 4),
      ...optionalText('food_cat_small_code', 6),
      ...optionalCoded('exist_mc', ['0', '1']),
      ...optionalCoded('prod_kind', ['0', '1', '2']),
      ...optionalCoded('sell_stop', ['0', '1', '2']),
      ...optionalCoded('without_hidden', ['0', '1']),
      ...optionalCoded('share_item', ['0', '1', '2']),
      ...['buy_upd_date_from', 'buy_upd_date_to', 'mc_upd_date_from', 'mc_upd_date_to'].flatMap((field) => [
        ...optional(field),
        ...dateTime(field),
      ]),
      ...emptyLists('member_code_list'),
      ...members('member_code_list', ownLimit),
      ['member_code_list', [partner], 'E000008', 'member_code_list[0]'],
      ...[
        'member_group_code_list',
        'group_code_list',
        'client_member_code_list',
        'client_group_code_list',
        'client_code_list',
        'fc_owner_member_code_list',
      ].flatMap((field) => optionalList(field, ownLimit)),
      ...optionalList('fc_owner_code_list', 100),
    ],
  },
  trade: {
    path: '/trade/download',
    request: tradeRequest,
    body: { target_date_set: '1', target_date_from: '2026-01-01', target_date_to: '2026-01-14' },
    recordsPerGet: 1_000,
    rows: [
      ...responseType,
      ...required('target_date_set'),
      ...coded('target_date_set', ['0', '1', '2', '3', '4', '5', '6', '7']),
      ...required('target_date_from'),
      ...day('target_date_from', '2026-01-02'),
      ['target_date_from', '2026-01-01', undefined],
      ['target_date_from', '2025-12-31', 'E000006', 'target_date_to'],
      ['target_date_from', '2026-01-14', undefined],
      ['target_date_from', '2026-01-15', 'E000005', 'target_date_to'],
      ...required('target_date_to'),
      ...day('target_date_to', '2026-01-13'),
      ['target_date_to', '2026-01-14', undefined],
      ['target_date_to', '2026-01-15', 'E000006'],
      ['target_date_to', '2026-01-01', undefined],
      ['target_date_to', '2025-12-31', 'E000005'],
      ...optionalCoded('status_set', ['0', '1', '2', '3', '4', '5']),
      ...emptyLists('status_code'),
      ...codedList('status_code', 30, statuses),
      ...['use_ac_svc', 'perusal_flg', 'not_downloaded_flg', 'comment_exist', 'mod_flg', 'resend_flg'].flatMap(
        (field) => optionalCoded(field, ['0', '1', '2']),
      ),
      ...optionalCoded('item_code_kind', ['0', '1', '2']),
      ...optionalText('item_code', 20),
      ...emptyLists('member_codes'),
      ...members('member_codes', 100),
      ['member_codes', [partner], 'E000008', 'member_codes[0]'],
      ...[
        'trade_id',
        'client_member_codes',
        'client_group_codes',
        'client_codes',
        'delivery_place_id',
        'member_group_codes',
        'group_codes',
        'fc_owner_group_codes',
        'fc_owner_member_codes',
      ].flatMap((field) => optionalList(field, 100)),
    ],
  },
  nottrade: { path: '/setting/nottrade/download', request: nonTradingDayRequest, rows: pairRows, ...settings },
  orderclosing: { path: '/setting/orderclosing/download', request: orderClosingRequest, rows: pairRows, ...settings },
  orderblock: { path: '/setting/orderblock/download', request: orderBlockRequest, rows: pairRows, ...settings },
  businessholiday: {
    path: '/setting/businessholiday/download',
    request: businessHolidayRequest,
    rows: [
      ...responseType,
      ...emptyLists('member_code_seller', 'E000001'),
      ...list('member_code_seller', { most: ownLimit, element: ownMember }),
      ...optional('update_date'),
      ...day('update_date', '2026-01-05'),
    ],
    ...settings,
  },
};

const slip = { member_code_self: ownMember, member_code_partner: partner, status_code: '40', status_day: '2026-01-05' };
const pairOf = (rows: object) => ({
  member_code_buyer: partner,
  seller_list: [{ member_code_seller: ownMember, ...rows }],
});

/** Limits that the contract does not know; their rows show what they do. */
const limits = {
  MASTER_RECORDS_PER_GET: '5000',
  TRADE_RECORDS_PER_GET: '1000',
  SETTING_RECORDS_PER_GET: '1000',
  TRADE_PERIOD_DAYS: '14',
};

let platform: Platform;
let caller: ApiCaller;
const batches = new Map<string, string>();

beforeAll(async () => {
  platform = await Platform.start({ database: 'sqlite', settings: limits });
  await platform.load('members', [{ member_code: ownMember }, { member_code: partner }]);
  await platform.load(
    'master',
    ['1', '2'].map((item_id) => ({ member_code: ownMember, member_code_partner: partner, buy: [{ item_id }] })),
  );
  await platform.load('trade', [
    { ...slip, trade_id: 'T1' },
    { ...slip, trade_id: 'T2' },
  ]);
  await platform.load('nottrade', [pairOf({ nottrade: [{ establish_flg: '1', prohibit_flg: '0' }] })]);
  await platform.load('orderclosing', [pairOf({ orderclosing: [{ set_id: '1', set_no: '1', target: '0' }] })]);
  await platform.load('orderblock', [pairOf({ orderblock: [{ order_block_flg: '0' }] })]);
  await platform.load('businessholiday', [
    { member_code_seller: ownMember, businessholiday: [{ set_id: '1', holiday: '2026-01-05' }] },
  ]);
  caller = await platform.caller(ownMember);
  for (const [name, { path, body }] of Object.entries(downloads)) {
    const batchId = await caller.request(path, body);
    const { count } = await caller.waitForEnd(path, batchId);
    if (count === 0) throw new Error(`${name} has no records`);
    batches.set(name, batchId);
  }
});

afterAll(() => platform.stop());

async function expectOutcome(path: string, body: object, [field, , code, item]: RequestRow): Promise<void> {
  const { status, body: answer } = await caller.call<{ result: number; error_list: ErrorEntry[] }>(path, body);
  const errors = answer.error_list.map(({ error_item, error_code }) => [error_item, error_code]);
  expect({ status, result: answer.result, errors }).toEqual(
    code === undefined
      ? { status: 200, result: 0, errors: [] }
      : { status: 400, result: 1, errors: [[item ?? field, code]] },
  );
}

function titled(rows: readonly RequestRow[]) {
  return rows.map((row) => [row[0], shown(row[1]), row[2] ?? 'taken', row] as const);
}

/** Stands for the finished batch, which is known only when the platform runs. */
const known = Symbol('the finished batch');

describe.each(Object.entries(downloads))('%s', (name, { path, request, body, rows, recordsPerGet }) => {
  it('has rows for every field of its request', () => {
    expect(new Set(rows.map(([field]) => field))).toEqual(new Set(request.fieldNames));
  });

  it.each(titled(rows))('request: %s: %s is %s', async (field, _value, _code, row) => {
    await expectOutcome(`${path}/request`, { ...body, [field]: row[1] }, row);
  });

  it.each(titled([...responseType, ...batchNumber(known)]))(
    'check: %s: %s is %s',
    async (field, _value, _code, row) => {
      const own = batches.get(name);
      const checked = { batch_id: own, [field]: row[1] === known ? own : row[1] };
      await expectOutcome(`${path}/check`, checked, row);
      await expectOutcome(`${path}/confirm`, checked, row);
    },
  );

  it.each(titled([...responseType, ...batchNumber(known), ...range(recordsPerGet)]))(
    'get: %s: %s is %s',
    async (field, _value, _code, row) => {
      const own = batches.get(name);
      const asked = { batch_id: own, seq_from: '1', seq_to: '2', [field]: row[1] === known ? own : row[1] };
      await expectOutcome(`${path}/get`, asked, row);
    },
  );

  it('does not know the batches of another download', async () => {
    for (const [other, batchId] of batches) {
      if (other === name) continue;
      const row = ['batch_id', batchId, 'E000009'] as const;
      await expectOutcome(`${path}/check`, { batch_id: batchId }, row);
      await expectOutcome(`${path}/get`, { batch_id: batchId, seq_from: '1', seq_to: '1' }, row);
    }
  });

  it('answers a range wholly beyond the last record with an empty array', async () => {
    const asked = { batch_id: batches.get(name), seq_from: '100', seq_to: '200' };
    const { status, body: answer } = await caller.call(`${path}/get`, asked);
    expect({ status, arrays: Object.values(answer).filter(Array.isArray) }).toEqual({ status: 200, arrays: [[], []] });
  });
});

describe('a request with more than one defect', () => {
  it('master: a start after the end is refused at the end, for each range of its own', async () => {
    for (const field of ['buy_upd_date', 'mc_upd_date']) {
      const asked = { [`${field}_from`]: '2026-11-21 10:00:01', [`${field}_to`]: '2026-11-21 10:00:00' };
      await expectOutcome('/master/download/buy/request', asked, [`${field}_to`, '', 'E000005']);
    }
  });

  it('lists all of them at once', async () => {
    const body = { exist_mc: '9', food_cat_large_code: '123', fc_owner_code_list: Array.from({ length: 101 }, String) };
    const { body: answer } = await caller.call<{ error_list: ErrorEntry[] }>('/master/download/buy/request', body);
    expect(answer.error_list.map(({ error_item, error_code }) => [error_item, error_code])).toEqual([
      ['food_cat_large_code', 'E000003'],
      ['exist_mc', 'E000004'],
      ['fc_owner_code_list', 'E000007'],
    ]);
  });

  it('names the missing fields of a trade request, all of them', async () => {
    const { body: answer } = await caller.call<{ error_list: ErrorEntry[] }>('/trade/download/request', {});
    expect(answer.error_list.map(({ error_item, error_code }) => [error_item, error_code])).toEqual([
      ['target_date_set', 'E000001'],
      ['target_date_from', 'E000001'],
      ['target_date_to', 'E000001'],
    ]);
  });
});
