import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiCaller, ErrorEntry } from '../src/api-caller.js';
import { Platform } from '../src/platform.js';

const master = '/master/download/buy';
const ownMember = '10000001';

let platform: Platform;
let caller: ApiCaller;
let batchId: string;

beforeAll(async () => {
  platform = await Platform.start({ database: 'sqlite' });
  await platform.load('members', [{ member_code: ownMember }, { member_code: '20000002' }]);
  await platform.load('master', [
    { member_code: ownMember, member_code_partner: '20000002', buy: [{ item_id: '1' }] },
    { member_code: ownMember, member_code_partner: '20000002', buy: [{ item_id: '2' }] },
  ]);
  caller = await platform.caller(ownMember);
  batchId = await caller.request(master);
  await caller.waitForEnd(master, batchId);
}, 60_000);

afterAll(() => platform.stop());

/** A field, a value, and the code with which it is refused; `undefined` where it is taken. */
type Row = readonly [field: string, value: unknown, code: string | undefined, item?: string];

async function expectOutcome(path: string, body: object, [field, , code, item]: Row): Promise<void> {
  const { status, body: answer } = await caller.call<{ error_list: ErrorEntry[] }>(path, body);
  const outcome = { status, errors: answer.error_list.map(({ error_item, error_code }) => [error_item, error_code]) };
  expect(outcome).toEqual(
    code === undefined ? { status: 200, errors: [] } : { status: 400, errors: [[item ?? field, code]] },
  );
}

function codes(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `C${index}`);
}

const day = '2026-11-21 10:00:00';
const text = (field: string, longest: number): Row[] => [
  [field, 'x'.repeat(longest), undefined],
  [field, 'x'.repeat(longest + 1), 'E000003'],
  [field, '日'.repeat(longest), undefined],
  [field, '', undefined],
  [field, null, undefined],
  [field, true, 'E000002'],
  [field, { code: '1' }, 'E000002'],
  [field, ['1'], 'E000002'],
];
const coded = (field: string, values: readonly string[]): Row[] => [
  ...values.flatMap((value): Row[] => [
    [field, value, undefined],
    [field, Number(value), undefined],
  ]),
  [field, String(values.length), 'E000004'],
  [field, '-1', 'E000004'],
  [field, 'x', 'E000004'],
  [field, true, 'E000002'],
  [field, ['0'], 'E000002'],
  [field, 0.5, 'E000002'],
];
const dateTime = (field: string): Row[] => [
  [field, day, undefined],
  [field, '2024-02-29 23:59:59', undefined],
  [field, '2026-02-29 00:00:00', 'E000002'],
  [field, '2026-13-01 00:00:00', 'E000002'],
  [field, '2026-11-21 24:00:00', 'E000002'],
  [field, '2026-11-21', 'E000002'],
  [field, '2026-11-21T10:00:00', 'E000002'],
  [field, 20261121, 'E000002'],
  [field, [day], 'E000002'],
];
const list = (field: string, most: number): Row[] => [
  [field, codes(most), undefined],
  [field, codes(most + 1), 'E000007'],
  [field, [{ any_name: 'C1' }, 'C2', 3, { any: 4 }], undefined],
  [field, [], undefined],
  [field, [{}], undefined],
  [field, 'C1', 'E000002'],
  [field, { code: 'C1' }, 'E000002'],
  [field, [true], 'E000002', `${field}[0]`],
  [field, ['C1', { one: 'C1', two: 'C2' }], 'E000002', `${field}[1]`],
  [field, ['C1', ['C2']], 'E000002', `${field}[1]`],
];

const masterRows: Row[] = [
  ['response_type', 'json', undefined],
  ['response_type', 'xml', 'E000004'],
  ['response_type', 'jsonjsonjs', 'E000004'],
  ['response_type', 'jsonjsonjso', 'E000003'],
  ['response_type', 1, 'E000002'],
  ...text('food_cat_large_code', 2),
  ...text('food_cat_middle_code', 4),
  ...text('food_cat_small_code', 6),
  ...coded('exist_mc', ['0', '1']),
  ...coded('prod_kind', ['0', '1', '2']),
  ...coded('sell_stop', ['0', '1', '2']),
  ...coded('without_hidden', ['0', '1']),
  ...coded('share_item', ['0', '1', '2']),
  ...['buy_upd_date_from', 'buy_upd_date_to', 'mc_upd_date_from', 'mc_upd_date_to'].flatMap(dateTime),
  ...[
    'member_group_code_list',
    'group_code_list',
    'client_member_code_list',
    'client_group_code_list',
    'client_code_list',
    'fc_owner_member_code_list',
  ].flatMap((field) => list(field, 10_000)),
  ...list('fc_owner_code_list', 100),
  ['member_code_list', [ownMember], undefined],
  ['member_code_list', ['20000002'], 'E000008', 'member_code_list[0]'],
  ['member_code_list', codes(10_001), 'E000007'],
  ['member_code_list', ownMember, 'E000002'],
  ['member_code_list', [true], 'E000002', 'member_code_list[0]'],
];

describe('every limit and wrong type of the master request (Spec 4.7, 8)', () => {
  it.each(masterRows.map((row) => [row[0], shown(row[1]), row[2] ?? 'taken', row] as const))(
    '%s: %s is %s',
    async (_field, _value, _code, row) => {
      await expectOutcome(`${master}/request`, { [row[0]]: row[1] }, row);
    },
  );

  it.each(['buy_upd_date', 'mc_upd_date'])('%s: a start after the end is E000005', async (field) => {
    const body = { [`${field}_from`]: '2026-11-21 10:00:01', [`${field}_to`]: day };
    const { status, body: answer } = await caller.call<{ error_list: ErrorEntry[] }>(`${master}/request`, body);
    expect(status).toBe(400);
    expect(answer.error_list).toEqual([expect.objectContaining({ error_code: 'E000005' })]);
    expect(answer.error_list[0]?.error_item.startsWith(field)).toBe(true);
  });

  it('lists all defects of a request at once', async () => {
    const body = { exist_mc: '9', food_cat_large_code: '123', fc_owner_code_list: codes(101) };
    const { body: answer } = await caller.call<{ error_list: ErrorEntry[] }>(`${master}/request`, body);
    expect(new Map(answer.error_list.map(({ error_item, error_code }) => [error_item, error_code]))).toEqual(
      new Map([
        ['exist_mc', 'E000004'],
        ['fc_owner_code_list', 'E000007'],
        ['food_cat_large_code', 'E000003'],
      ]),
    );
  });
});

const known = Symbol('the finished batch');
const idRows: Row[] = [
  ['batch_id', known, undefined],
  ['batch_id', undefined, 'E000001'],
  ['batch_id', '', 'E000001'],
  ['batch_id', null, 'E000001'],
  ['batch_id', '9'.repeat(18), 'E000009'],
  ['batch_id', '9'.repeat(19), 'E000003'],
  ['batch_id', '0', 'E000009'],
  ['batch_id', 'abc', 'E000002'],
  ['batch_id', '-1', 'E000002'],
  ['batch_id', ' 1', 'E000002'],
  ['batch_id', 1.5, 'E000002'],
  ['batch_id', true, 'E000002'],
  ['batch_id', ['1'], 'E000002'],
  ['response_type', 'xml', 'E000004'],
  ['response_type', 'jsonjsonjso', 'E000003'],
  ['response_type', {}, 'E000002'],
];

describe('every limit and wrong type of confirm (Spec 4.6)', () => {
  it.each(idRows.map((row) => [row[0], shown(row[1]), row[2] ?? 'taken', row] as const))(
    '%s: %s is %s',
    async (_field, _value, _code, row) => {
      const body = { batch_id: batchId, [row[0]]: row[1] === known ? batchId : row[1] };
      await expectOutcome(`${master}/check`, body, row);
      await expectOutcome(`${master}/confirm`, body, row);
    },
  );
});

const rangeRows: Row[] = [
  ...idRows,
  ['seq_from', '1', undefined],
  ['seq_from', 1, undefined],
  ['seq_from', '2', undefined],
  ['seq_from', undefined, 'E000001'],
  ['seq_from', '', 'E000001'],
  ['seq_from', '0', 'E000011'],
  ['seq_from', '-1', 'E000002'],
  ['seq_from', 'a', 'E000002'],
  ['seq_from', '1.0', 'E000002'],
  ['seq_from', true, 'E000002'],
  ['seq_from', ['1'], 'E000002'],
  ['seq_from', '3', 'E000011', 'seq_to'],
  ['seq_to', '1', undefined],
  ['seq_to', '5000', undefined],
  ['seq_to', '5001', 'E000011'],
  ['seq_to', undefined, 'E000001'],
  ['seq_to', '0', 'E000011'],
  ['seq_to', 'b', 'E000002'],
  ['seq_to', false, 'E000002'],
  ['seq_to', { seq: '1' }, 'E000002'],
];

describe('every limit and wrong type of get (Spec 4.6)', () => {
  it.each(rangeRows.map((row) => [row[0], shown(row[1]), row[2] ?? 'taken', row] as const))(
    '%s: %s is %s',
    async (_field, _value, _code, row) => {
      const body = { batch_id: batchId, seq_from: '1', seq_to: '2', [row[0]]: row[1] === known ? batchId : row[1] };
      await expectOutcome(`${master}/get`, body, row);
    },
  );

  it('a range wholly beyond the last record is an empty array', async () => {
    const range = { batch_id: batchId, seq_from: '100', seq_to: '200' };
    const { status, body } = await caller.call(`${master}/get`, range);
    expect(status).toBe(200);
    expect(body['master']).toEqual([]);
  });
});

function shown(value: unknown): string {
  if (typeof value === 'symbol') return String(value.description);
  const json = JSON.stringify(value) ?? 'absent';
  return json.length > 50 ? `${json.slice(0, 40)}… (${json.length})` : json;
}
