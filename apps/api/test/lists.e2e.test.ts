import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { catalogLine } from '@trading-platform/domain-types';
import { listQuery, nextCursor } from '@trading-platform/ordering';
import { otherMember, ownMember, RunningApi } from './running-api.js';

const store = '10000002';
const seller = '30000003';

let api: RunningApi;

beforeAll(async () => {
  api = await RunningApi.start();
  await api.load('delivery-places', [
    { member_code: ownMember, ...place('P1') },
    { member_code: ownMember, ...place('P2') },
    { member_code: store, ...place('S1') },
  ]);
  await api.load('trade', [
    { ...slip('T1', '10'), hope_delivery_date: '2026-12-01', trade_total: '1080' },
    slip('T2', '40'),
    { ...slip('T1', '10'), member_code_self: seller, member_code_partner: ownMember },
  ]);
});

afterAll(() => api.stop());

const place = (id: string) => ({
  delivery_place_id: id,
  delivery_place_code: '',
  delivery_place_name: '',
  default_flg: '0',
});

const slip = (trade_id: string, status_code: string) => ({
  trade_id,
  member_code_self: ownMember,
  member_code_partner: seller,
  status_code,
  order_day: '2026-11-22',
});

const order = (trade_id: string, status_code: string) => ({
  trade_id,
  version: expect.stringMatching(/^[1-9]\d*$/),
  upload_no: '',
  status_code,
  member_code_self: ownMember,
  member_code_partner: seller,
  order_day: '2026-11-22',
  hope_delivery_date: '',
  trade_total: '',
});

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>> & { readonly next_cursor: string };
}

async function list(path: string, body: object): Promise<Answer> {
  const answer = await api.call(path, body);
  return { status: answer.status, body: (await answer.json()) as Answer['body'] };
}

const catalogLines = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => {
    const number = from + index;
    const line = { catalog_id: `catalog-${number}`, item_id: `item-${String(number).padStart(3, '0')}` };
    return { ...Object.fromEntries(catalogLine.fieldNames.map((name) => [name, ''])), ...line };
  });

describe('the order master list (Spec 4.11)', () => {
  it('answers an envelope with the stored lines, and a cursor to go on', async () => {
    const answer = await api.call('/ordermaster/list', { limit: 20 });
    const first = (await answer.json()) as Answer['body'];
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect([answer.status, first]).toEqual([
      200,
      {
        request_id: answer.headers.get('x-request-id'),
        result: 0,
        error_list: [],
        catalog_list: catalogLines(1, 20),
        next_cursor: expect.stringMatching(/^[\w-]+$/),
      },
    ]);
    expect(Object.keys(first)).toEqual(['request_id', 'result', 'error_list', 'catalog_list', 'next_cursor']);
    const second = await list('/ordermaster/list', { cursor: first.next_cursor });
    expect(second).toMatchObject({ status: 200, body: { catalog_list: catalogLines(21, 30), next_cursor: '' } });
  });

  it('answers an empty list where there is nothing', async () => {
    const { body } = await list('/ordermaster/list', { member_code_self: store });
    expect(body).toMatchObject({ result: 0, catalog_list: [], next_cursor: '' });
  });
});

describe('the delivery place list (Spec 4.11)', () => {
  it('has the places of the caller, or of a member that it sees', async () => {
    const own = await list('/deliveryplace/list', {});
    expect(own.body).toMatchObject({ result: 0, delivery_place_list: [place('P1'), place('P2')], next_cursor: '' });
    const ofStore = await list('/deliveryplace/list', { member_code_self: store });
    expect(ofStore.body).toMatchObject({ delivery_place_list: [place('S1')] });
  });
});

describe('the partner list (Spec 4.11)', () => {
  it('has whom the member trades with', async () => {
    const answer = await list('/partner/list', {});
    const partner = {
      member_code_partner: seller,
      member_name_partner: '卸',
      customer_code: '',
      order_block_flg: '0',
    };
    expect(answer).toMatchObject({ status: 200, body: { result: 0, partner_list: [partner], next_cursor: '' } });
    expect((await list('/partner/list', { client_member_code_list: [store] })).body).toMatchObject({
      partner_list: [],
    });
  });
});

describe('the order list', () => {
  it('has the slips of the member, with their versions', async () => {
    const planned = { ...order('T1', '10'), hope_delivery_date: '2026-12-01', trade_total: '1080' };
    expect((await list('/order/list', {})).body).toMatchObject({ order_list: [planned, order('T2', '40')] });
    expect((await list('/order/list', { status_code: ['40'] })).body).toMatchObject({
      order_list: [order('T2', '40')],
    });
  });

  it.each([
    ['a status that there is not', { status_code: ['11'] }, 'status_code[0] E000004'],
    ['a cursor of other statuses', { status_code: ['10', '40'] }, 'cursor E000002'],
  ])('refuses %s', async (_, body, error) => {
    const { next_cursor: cursor } = (await list('/order/list', { limit: 1 })).body;
    const answer = await list('/order/list', { ...body, ...(error.startsWith('cursor') ? { cursor } : {}) });
    const errors = answer.body['error_list'] as { error_item: string; error_code: string }[];
    expect(errors.map(({ error_item, error_code }) => `${error_item} ${error_code}`)).toEqual([error]);
  });
});

describe.each(['/ordermaster/list', '/deliveryplace/list', '/order/list'])('%s', (path) => {
  const other = path === '/ordermaster/list' ? '/deliveryplace/list' : '/ordermaster/list';

  async function refusal(body: object) {
    const { status, body: answer } = await list(path, body);
    const errors = answer['error_list'] as { error_item: string; error_code: string }[];
    return [status, errors.map(({ error_item, error_code }) => `${error_item} ${error_code}`)];
  }

  it.each([
    ['another member', { member_code_self: otherMember }, 'member_code_self E000008'],
    ['a member that nobody knows', { member_code_self: 'nobody' }, 'member_code_self E000008'],
    ['no element', { limit: 0 }, 'limit E000004'],
    ['too many elements', { limit: '1001' }, 'limit E000004'],
    ['a cursor that is none', { cursor: 'abc' }, 'cursor E000002'],
  ])('refuses %s', async (_, body, error) => {
    expect(await refusal(body)).toEqual([400, [error]]);
  });

  it('takes no cursor of another list, another member or an edited one', async () => {
    const { next_cursor: cursor } = (await list(path, { limit: 1 })).body;
    expect((await list(path, { limit: 5, cursor })).status).toBe(200);
    const foreign = (await list(other, { limit: 1 })).body.next_cursor;
    const edited = `${cursor.slice(0, -1)}${cursor.endsWith('A') ? 'B' : 'A'}`;
    for (const wrong of [foreign, edited]) expect(await refusal({ cursor: wrong })).toEqual([400, ['cursor E000002']]);
    expect(await refusal({ cursor, member_code_self: store })).toEqual([400, ['cursor E000002']]);
  });
});

function forged(name: string, position: unknown): string {
  const query = listQuery({ name, keys: [] }, {}, ownMember)!;
  return nextCursor(query, { elements: [], goesOnBehind: position as string[] });
}

describe('a cursor that somebody made up with a right checksum', () => {
  it.each(['partner', 'ordermaster', 'deliveryplace', 'order'])('is a wrong one of the %s list', async (name) => {
    for (const position of [[], ['a\u0000', 'b', '1'], [1], [null, 1], 'x', ['1', '2', '3', '4']]) {
      const { status, body } = await list(`/${name}/list`, { cursor: forged(name, position) });
      expect([position, status, body]).toMatchObject([
        position,
        400,
        { result: 1, error_list: [{ error_item: 'cursor', error_code: 'E000002' }] },
      ]);
    }
  });
});
