import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Database, openDatabase } from '@trading-platform/database';
import { rights } from '@trading-platform/domain-types';
import { type OrderPorts, orderUploadFunction } from '@trading-platform/ordering';
import { openOrderingPorts, orderingSchema } from '@trading-platform/ordering/typeorm';
import { ownMember, RunningApi } from './running-api.js';

/** A service account calls without a user. The subject of its tokens is its client. */
const clientId = 'nightly-job';
const seller = '30000003';
const day = '2026-04-01';
const period = { target_date_set: '1', target_date_from: day, target_date_to: day };

let api: RunningApi;
let database: Database;
let token: string;

/** The database of the data API is open only after the data API has started. */
const ports: OrderPorts = {
  get source() {
    return openOrderingPorts(database).orderSource;
  },
  get store() {
    return openOrderingPorts(database).orderStore;
  },
};

beforeAll(async () => {
  api = await RunningApi.start({}, { functions: [orderUploadFunction(ports)] });
  database = await openDatabase({ address: api.address, schemas: [orderingSchema] });
  token = await api.issuer.sign({ clientId, subject: clientId, rights });
  const flags = { sell_stop_active_code: '0', item_deleted_code: '0', tax_rate_code: '0' };
  const line = { catalog_id: 'sold', item_id: 'sold', prod_lot_price: '100', status_code: '0', view_active_code: '1' };
  await api.load('master', [
    { member_code: ownMember, member_code_partner: seller, buy: [], catalog: [{ ...line, ...flags }] },
  ]);
  await api.load('trade', [{ trade_id: 'T1', member_code_self: ownMember, status_code: '40', status_day: day }]);
  await api.load('members', [{ member_code: '40000004', member_name: '閉店' }]);
});

afterAll(async () => {
  await database.close();
  await api.stop();
});

async function call(path: string, body?: object): Promise<Record<string, unknown>> {
  const answer = await api.call(path, body, { token, ...(body === undefined ? { method: 'GET' } : {}) });
  const text = await answer.text();
  expect([path, answer.status, text]).toEqual([path, 200, text]);
  return JSON.parse(text) as Record<string, unknown>;
}

/** Makes the steps request and check until the batch has ended. */
async function ended(paths: string, request: object): Promise<string> {
  const { batch_id } = await call(`${paths}/request`, request);
  for (;;) {
    const { batch_flg } = await call(`${paths}/check`, { batch_id });
    if (batch_flg === '3') return String(batch_id);
    await sleep(10);
  }
}

describe('a service account', () => {
  it('downloads slips and acknowledges them, and the marks name its member and client', async () => {
    const batch_id = await ended('/trade/download', period);
    const range = { seq_from: '1', seq_to: '1' };
    expect(await call('/trade/download/get', { batch_id, ...range })).toMatchObject({ trade: [{ trade_id: 'T1' }] });
    await call(`/batches/${batch_id}/delivered`, range);
    expect(await database.query('SELECT DISTINCT member_code, client_id FROM download_mark')).toEqual([
      { member_code: ownMember, client_id: clientId },
    ]);
  });

  it('uploads orders and gets their results', async () => {
    const order = {
      upload_no: 's1',
      member_code_self: ownMember,
      member_code_partner: seller,
      hope_delivery_date: new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10),
      send_flg: '1',
      detail_list: [{ line_no: 1, catalog_id: 'sold', prod_lot_qty: 1 }],
    };
    const batch_id = await ended('/order/upload', { order_list: [order] });
    expect(await call('/order/upload/get', { batch_id, seq_from: '1', seq_to: '1' })).toMatchObject({
      result_list: [{ upload_no: 's1', result: '0', error_list: [] }],
    });
  });

  it('has its own batches and limits', async () => {
    const { batch_list } = await call('/batches');
    expect(batch_list).toMatchObject([
      { function: 'order-upload', client_id: clientId },
      { function: 'trade', client_id: clientId },
    ]);
    const others = await api.call('/batches', undefined, { method: 'GET', token: await api.issuer.sign({ rights }) });
    expect(await others.json()).toMatchObject({ batch_list: [] });
    expect(others.headers.get('ratelimit-remaining')).toBe('599');
  });

  it('is refused as soon as its member is removed', async () => {
    const ofMember = await api.issuer.sign({
      clientId: 'other-job',
      subject: 'other-job',
      memberCode: '40000004',
      rights,
    });
    const status = async () => (await api.call('/partner/list', {}, { token: ofMember })).status;
    expect(await status()).toBe(200);
    await api.remove('members', [{ member_code: '40000004' }]);
    while ((await status()) !== 403) await sleep(100);
    const refusal = await api.call('/partner/list', {}, { token: ofMember });
    expect(await refusal.json()).toMatchObject({ error_list: [{ error_code: 'E100001' }] });
  });
});
