import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { catalogLine } from '@trading-platform/domain-types';
import { otherMember, ownMember, RunningApi } from './running-api.js';

const store = '10000002';

let api: RunningApi;

beforeAll(async () => {
  api = await RunningApi.start();
  await api.load('delivery-places', [
    { member_code: ownMember, ...place('P1') },
    { member_code: ownMember, ...place('P2') },
    { member_code: store, ...place('S1') },
  ]);
});

afterAll(() => api.stop());

const place = (id: string) => ({
  delivery_place_id: id,
  delivery_place_code: '',
  delivery_place_name: '',
  default_flg: '0',
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

describe.each(['/ordermaster/list', '/deliveryplace/list'])('%s', (path) => {
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
