import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Database, openDatabase } from '@trading-platform/database';
import { findAnswer, rights, slipAnswer, slipHistoryAnswer, tradeRecord } from '@trading-platform/domain-types';
import { orderingSchema } from '@trading-platform/ordering/typeorm';
import { otherMember, ownMember, RunningApi } from './running-api.js';

const seller = '30000003';
const dayTime = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

let api: RunningApi;
let database: Database;

beforeAll(async () => {
  api = await RunningApi.start();
  database = await openDatabase({ address: api.address, schemas: [orderingSchema] });
  const slip = { trade_id: 'S/1', status_code: '10', hope_delivery_date: '2099-01-01' };
  const [own, others] = [
    { ...slip, member_code_self: ownMember, member_code_partner: seller },
    { ...slip, member_code_self: seller, member_code_partner: ownMember },
  ];
  const line = { catalog_id: 's1', item_id: 's1', prod_lot_price: '1', status_code: '0', view_active_code: '1' };
  await api.load('master', [
    {
      member_code: ownMember,
      member_code_partner: seller,
      buy: [],
      catalog: [{ ...line, sell_stop_active_code: '0' }],
    },
  ]);
  await api.load('trade', [own, others]);
});

afterAll(async () => {
  await database.close();
  await api.stop();
});

async function get(path: string, token?: string) {
  const answer = await api.call(path, undefined, { method: 'GET', ...(token === undefined ? {} : { token }) });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Record<string, unknown> };
}

function refusal(item: string, code: string) {
  return { result: 1, error_list: [{ error_item: item, error_code: code }] };
}

async function found(text: string, held: readonly string[]) {
  const { body } = await get(`/find?text=${encodeURIComponent(text)}`, await api.issuer.sign({ rights: held }));
  expect(Object.keys(body)).toEqual(findAnswer.fieldNames);
  return [body['slip_list'], body['product_list'], body['partner_list']].map((list) => (list as object[]).length);
}

const path = '/trades/S%2F1';

/** The actions that a caller with these rights sees. */
async function actionsWith(held: readonly string[]): Promise<readonly string[]> {
  const { body } = await get(path, await api.issuer.sign({ rights: held }));
  return (body['trade'] as { readonly actions: readonly string[] }).actions;
}

describe('GET /trades/{trade_id}', () => {
  it('returns the view of the caller, with the fields in the order of the record', async () => {
    const { status, body } = await get(path);
    expect([status, Object.keys(body)]).toEqual([200, slipAnswer.fieldNames]);
    const trade = body['trade'] as Record<string, unknown>;
    const fields = tradeRecord.fieldNames.filter((field) => field !== 'batch_id' && field !== 'seq');
    expect(Object.keys(trade)).toEqual([...fields, 'member_code_partner', 'version', 'confirmed_at', 'actions']);
    expect(trade).toMatchObject({
      create_date: expect.stringMatching(dayTime),
      trade_id: 'S/1',
      member_code_self: ownMember,
      member_code_partner: seller,
      status_code: '10',
      version: '1',
      confirmed_at: '',
    });
  });

  it('shows the other side its own view', async () => {
    const token = await api.issuer.sign({ memberCode: seller });
    expect(await get(path, token)).toMatchObject({ status: 200, body: { trade: { member_code_self: seller } } });
  });

  it('names the actions of the side to a caller that may update', async () => {
    expect(await actionsWith(rights)).toEqual(['change', 'cancel']);
    expect(await actionsWith(['trade'])).toEqual([]);
  });

  it('marks nothing as downloaded', async () => {
    await get(path);
    await get(`${path}/history`);
    expect(await database.query('SELECT * FROM download_mark')).toEqual([]);
  });

  it.each([
    ['an unknown slip', '/trades/S2', 404, '', 'E000020'],
    ['the view of a member that the caller does not see', `${path}?member_code_self=${seller}`, 404, '', 'E000020'],
    ['a member code that is too long', `${path}?member_code_self=123456789`, 400, 'member_code_self', 'E000003'],
    ['two member codes', `${path}?member_code_self=1&member_code_self=2`, 400, 'member_code_self', 'E000002'],
    ['control characters', '/trades/a%00b', 404, '', 'E000020'],
  ])('refuses %s', async (_, asked, status, item, code) => {
    expect(await get(asked)).toMatchObject({ status, body: refusal(item, code) });
    const [own = '', query = ''] = asked.split('?');
    expect(await get(`${own}/history?${query}`)).toMatchObject({ status, body: refusal(item, code) });
  });

  it('refuses an unrelated caller as if the slip did not exist', async () => {
    const token = await api.issuer.sign({ memberCode: otherMember });
    const [unseen, unknown] = [await get(path, token), await get('/trades/S2', token)];
    expect(unseen.status).toBe(404);
    expect(unseen.body['error_list']).toEqual(unknown.body['error_list']);
  });

  it('ignores parameters that it does not know, and names them', async () => {
    const { status, headers } = await get(`${path}?member_code_self=&verbose=1`);
    expect([status, headers.get('x-ignored-fields')]).toEqual([200, 'verbose']);
  });
});

describe('GET /trades/{trade_id}/history', () => {
  it('shows the user and the client only for changes of the own side', async () => {
    const token = await api.issuer.sign({ subject: 'u-7', clientId: 'erp', rights });
    const generated = await api.call('/order/generate', { trade_id_list: ['S/1'] }, { token });
    expect(generated.status).toBe(200);
    const { status, body } = await get(`${path}/history`);
    expect([status, Object.keys(body)]).toEqual([200, slipHistoryAnswer.fieldNames]);
    const sent = {
      version: '2',
      at: expect.stringMatching(dayTime),
      action: 'generate',
      changed: expect.arrayContaining(['status_code', 'send_date']),
    };
    const loaded = {
      version: '1',
      at: expect.stringMatching(dayTime),
      action: 'import',
      by: { kind: 'import', side: '', member_code: '' },
      changed: [],
    };
    const by = { kind: 'user', user_id: 'u-7', client_id: 'erp', side: 'buyer', member_code: ownMember };
    expect(body).toMatchObject({ result: 0, next_cursor: '' });
    expect(body['history_list']).toEqual([{ ...sent, by }, loaded]);

    const ofSeller = await get(`${path}/history`, await api.issuer.sign({ memberCode: seller }));
    expect(ofSeller.body['history_list']).toEqual([
      { ...sent, by: { kind: 'user', side: 'buyer', member_code: '' } },
      loaded,
    ]);
    expect((await get(path)).body).toMatchObject({ trade: { status_code: '40', version: '2' } });
  });

  it('refuses a cursor of another list', async () => {
    expect(await get(`${path}/history?cursor=MTA4MA`)).toMatchObject({
      status: 400,
      body: refusal('cursor', 'E000002'),
    });
    const long = `${path}/history?cursor=${'x'.repeat(4_001)}`;
    expect(await get(long)).toMatchObject({ status: 400, body: refusal('cursor', 'E000003') });
  });
});

describe('GET /find', () => {
  it('returns each kind of record only with its right', async () => {
    expect(await found('S/1', rights)).toEqual([1, 0, 0]);
    expect(await found('Ｓ/1 ', ['trade'])).toEqual([1, 0, 0]);
    expect(await found('S/1', ['list'])).toEqual([0, 0, 0]);
    expect(await found('s1', ['master'])).toEqual([0, 1, 0]);
    expect(await found('s1', ['trade', 'list'])).toEqual([0, 0, 0]);
    expect(await found(seller, ['list'])).toEqual([0, 0, 1]);
    expect(await found(seller, ['order', 'batch'])).toEqual([0, 0, 0]);
  });

  it.each([
    ['', 'E000001'],
    ['?text=%20', 'E000001'],
    ['?text=a%00b', 'E000002'],
    [`?text=${'x'.repeat(101)}`, 'E000003'],
  ])('with %s is refused', async (query, code) => {
    const { status, body } = await get(`/find${query}`);
    expect(status).toBe(400);
    expect(body).toMatchObject(refusal('text', code));
  });
});
