import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { BatchFailure, type BatchFunction } from '@trading-platform/batch-engine';
import { type Database, openDatabase } from '@trading-platform/database';
import { type OrderUploadCriteria, orderUpload, orderUploadFunction } from '@trading-platform/ordering';
import { openOrderingPorts, orderingSchema } from '@trading-platform/ordering/typeorm';
import { ownMember, RunningApi } from './running-api.js';

const seller = '30000003';
let api: RunningApi;
let database: Database;

/** A function that accepts all orders of an upload except the last one, and then fails. */
const failing: BatchFunction<OrderUploadCriteria> = {
  ...orderUpload,
  open: async (criteria, signal, input) => {
    const { orderSource: source, orderStore: store } = openOrderingPorts(database);
    const { order_list, ...head } = JSON.parse(String(Buffer.from(input))) as { order_list: object[] };
    const rest = Buffer.from(JSON.stringify({ ...head, order_list: order_list.slice(0, -1) }));
    const upload = orderUploadFunction({ source, store });
    const { records } = await upload.open(criteria, signal, rest);
    for await (const chunk of records) expect(chunk.length).toBeGreaterThan(0);
    throw new BatchFailure('The market is closed', { permanent: true });
  },
};

beforeAll(async () => {
  api = await RunningApi.start({}, { functions: [failing] });
  database = await openDatabase({ address: api.address, schemas: [orderingSchema] });
  const catalog = {
    catalog_id: 'sold',
    item_id: 'sold',
    prod_lot_price: '100',
    status_code: '0',
    view_active_code: '1',
  };
  const flags = { sell_stop_active_code: '0', item_deleted_code: '0', tax_rate_code: '0' };
  await api.load('master', [
    { member_code: ownMember, member_code_partner: seller, buy: [], catalog: [{ ...catalog, ...flags }] },
  ]);
});

afterAll(async () => {
  await database.close();
  await api.stop();
});

function anOrder(uploadNo: string, catalogId = 'sold') {
  return {
    upload_no: uploadNo,
    member_code_self: ownMember,
    member_code_partner: seller,
    hope_delivery_date: new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10),
    send_flg: '1',
    detail_list: [{ line_no: 1, catalog_id: catalogId, prod_lot_qty: 1 }],
  };
}

async function post(step: string, body: object) {
  const answer = await api.call(`/order/upload/${step}`, body);
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

async function failedUpload(body: object): Promise<unknown> {
  const { batch_id } = (await post('request', body)).body;
  for (;;) {
    const { batch_flg } = (await post('check', { batch_id })).body;
    if (batch_flg === '5') return batch_id;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

it('returns the accepted orders of an upload that ended with an error, each order at its place', async () => {
  const orders = [anOrder('f1'), anOrder('f2', 'unknown'), anOrder('f3'), anOrder('f4')];
  const batch_id = await failedUpload({ order_list: orders });
  expect((await post('check', { batch_id })).body).toMatchObject({
    result: 0,
    error_list: [{ error_item: 'batch_id', error_code: 'E900001', error_detail: 'The market is closed' }],
    batch_flg: '5',
    record_count: '0',
    error_count: '0',
  });
  const answer = await post('get', { batch_id, seq_from: 1, seq_to: 10 });
  expect(answer.body).toMatchObject({
    result: 0,
    error_list: [],
    result_list: [
      { seq: '1', upload_no: 'f1', result: '0', version: '1', error_list: [] },
      { seq: '3', upload_no: 'f3', result: '0', version: '1', error_list: [] },
    ],
  });
  expect((await post('get', { batch_id, seq_from: 2, seq_to: 3 })).body['result_list']).toHaveLength(1);
  expect((await post('get', { batch_id, seq_from: 4, seq_to: 3 })).status).toBe(400);
});

it('keeps the body of the request as long as the batch, even if it is long', async () => {
  // The input is stored in pieces of half a megabyte.
  const prod_remarks = 'と'.repeat(2_000);
  const lines = Array.from({ length: 300 }, (_, line) => ({
    line_no: String(line + 1),
    catalog_id: 'sold',
    prod_lot_qty: '1',
    prod_remarks,
  }));
  const body = { check_only: '1', order_list: [{ ...anOrder('f7'), detail_list: lines }] };
  const batch_id = String(await failedUpload(body));
  const input = (options: object = {}) =>
    api.call(`/batches/${batch_id}/input`, undefined, { method: 'GET', ...options });
  const answer = await input();
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(await answer.json()).toEqual({
    request_id: expect.any(String),
    result: 0,
    error_list: [],
    input: body,
  });
  const strangers = await Promise.all([
    input({ token: await api.issuer.sign({ memberCode: seller }) }),
    input({ token: await api.issuer.sign({ clientId: 'client-2' }) }),
    input({ token: await api.issuer.sign({ rights: ['batch'] }) }),
  ]);
  expect(strangers.map(({ status }) => status)).toEqual([404, 404, 403]);
  await api.call(`/batches/${batch_id}`, undefined, { method: 'DELETE' });
  expect((await input()).status).toBe(404);
});

it('returns nothing of an upload that only judged', async () => {
  const batch_id = await failedUpload({ check_only: '1', order_list: [anOrder('f5'), anOrder('f6')] });
  expect((await post('get', { batch_id, seq_from: 1, seq_to: 10 })).body['result_list']).toEqual([]);
});
