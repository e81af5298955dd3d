import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, it } from '@jest/globals';
import type { ApiCaller, ErrorEntry } from '../src/api-caller.js';
import { describePlatform } from '../src/describe-platform.js';
import {
  aLine,
  anOrder,
  catalogId,
  checkUpload,
  dayAhead,
  downloadSlips,
  loadOrderMarket,
  manyOrders,
  orderMembers,
  upload,
  uploadEnd,
  uploadOrders,
} from '../src/order-market.js';
import type { Platform } from '../src/platform.js';
import type { DatabaseKind } from '../src/platform-databases.js';

interface SlipRow {
  readonly trade_id: string;
  readonly status_code: string;
  readonly member_code_self: string;
  readonly detail_list: readonly Readonly<Record<string, string>>[];
}

const { buyer, seller, blockingSeller, closedSeller, stranger } = orderMembers;
const largestUploadBytes = 16 * 1_048_576;

const slipsOf = async (side: ApiCaller, tradeId: string) =>
  (await downloadSlips<SlipRow>(side)).filter(({ trade_id }) => trade_id === tradeId);

const fromSeller = (partner: string) => ({
  member_code_partner: partner,
  detail_list: [aLine({ catalog_id: catalogId(1, partner) })],
});

const lineWith = (change: object) => ({ order_list: [anOrder('w', { detail_list: [aLine(), aLine(change)] })] });
const orderWith = (change: object) => ({ order_list: [anOrder('v'), anOrder('w', change)] });

for (const database of ['sqlite', 'postgres'] as const satisfies readonly DatabaseKind[]) {
  describePlatform('an order upload', { database, settings: { BATCH_LEASE_SECONDS: '2' } }, (flow, platform) => {
    let caller: ApiCaller;
    let sellers: ApiCaller;

    beforeAll(async () => {
      await loadOrderMarket(platform());
      caller = await platform().caller(buyer);
      sellers = await platform().caller(seller);
    });

    const send = (uploadNo: string) =>
      caller.call(`${upload}/request`, { order_list: [anOrder(uploadNo)] }, { headers: { 'Idempotency-Key': 'up-1' } });

    flow('becomes a slip that both sides have in their trade downloads', async () => {
      const remarked = aLine({
        line_no: 2,
        catalog_id: undefined,
        private_item_code: `own-${seller}-2`,
        prod_remarks: '冷蔵',
      });
      const order = anOrder('both', { order_trade_comment: 'お願いします', detail_list: [aLine(), remarked] });
      const { check, rows } = await uploadOrders(caller, [order]);
      expect(check).toMatchObject({ batch_flg: '3', record_count: '1', error_count: '0' });
      expect(rows).toEqual([
        {
          seq: '1',
          upload_no: 'both',
          result: '0',
          trade_id: expect.stringMatching(/./),
          check_number: expect.stringMatching(/./),
          version: '1',
          error_list: [],
        },
      ]);
      const [{ trade_id, check_number } = { trade_id: '', check_number: '' }] = rows;
      const shared = {
        trade_id,
        check_number,
        status_code: '40',
        order_day: dayAhead(0),
        delivery_date: order.hope_delivery_date,
        order_trade_comment: 'お願いします',
        delivery_place_code: 'DOCK',
        trade_total: '2200',
        tax_total_std_rate: '200',
        detail_list: [
          expect.objectContaining({ my_catalog_id: catalogId(1), prod_lot_qty: '10', prod_lot_total: '1000' }),
          expect.objectContaining({ my_catalog_id: catalogId(2), prod_remarks: '冷蔵' }),
        ],
      };
      const [ofBuyer] = await slipsOf(caller, trade_id);
      const [ofSeller] = await slipsOf(sellers, trade_id);
      expect(ofBuyer).toMatchObject({ ...shared, member_code_self: buyer, member_name_partner: `name of ${seller}` });
      expect(ofSeller).toMatchObject({ ...shared, member_code_self: seller, member_name_partner: `name of ${buyer}` });
      expect([ofBuyer, ofSeller].map((side) => side?.detail_list[0]?.['subject_code_1'])).toEqual(['S1', '']);
    });

    flow('answers a request that waits once its orders have their results', async () => {
      const orders = [anOrder('waits-1'), anOrder('waits-2', fromSeller(blockingSeller))];
      const headers = { Prefer: 'wait=30' };
      const answer = await caller.call(`${upload}/request`, { order_list: orders }, { headers });
      expect(answer.body).toMatchObject({ batch_flg: '3', record_count: '2', error_count: '1' });
      expect(answer.headers.get('preference-applied')).toBe('wait=30');
      expect(answer.headers.get('retry-after')).toBeNull();
    });

    flow('keeps a planned order as one, and sells nothing that is only judged', async () => {
      const { rows } = await uploadOrders(caller, [anOrder('planned', { send_flg: '0' })]);
      expect(await slipsOf(sellers, rows[0]?.trade_id ?? '')).toMatchObject([{ status_code: '10' }]);
      const before = await downloadSlips(caller);
      const wrong = anOrder('judged-2', { detail_list: [aLine({ prod_lot_qty: '3' })] });
      const judged = await uploadOrders(caller, [anOrder('judged-1'), wrong], { check_only: '1' });
      expect(judged.rows.map(({ result, trade_id }) => [result, trade_id])).toEqual([
        ['0', ''],
        ['1', ''],
      ]);
      expect(judged.check).toMatchObject({ record_count: '2', error_count: '1' });
      expect(await downloadSlips(caller)).toHaveLength(before.length);
      const taken = await uploadOrders(caller, [anOrder('judged-1')]);
      expect(taken.rows[0]?.trade_id).not.toBe('');
    });

    flow('tells all that is wrong with an order, at its places, and takes the others', async () => {
      const lines = [aLine(), aLine({ catalog_id: 'no' }), aLine({ prod_lot_qty: '3' }), aLine({ prod_lot_qty: '5' })];
      const { check, rows } = await uploadOrders(caller, [
        anOrder('r-1', { member_code_self: stranger }),
        anOrder('r-2', { member_code_partner: stranger }),
        anOrder('r-3', { delivery_place_code: 'NOWHERE', hope_delivery_date: dayAhead(0), detail_list: lines }),
        anOrder('r-4', fromSeller(blockingSeller)),
        anOrder('r-5', fromSeller(closedSeller)),
        anOrder('r-6', { detail_list: [aLine({ catalog_id: undefined, private_item_code: 'no' })] }),
        anOrder('r-7'),
      ]);
      expect(
        rows.map(({ error_list }) => error_list.map(({ error_item, error_code }) => `${error_code} ${error_item}`)),
      ).toEqual([
        ['E000008 member_code_self'],
        ['E000008 member_code_partner'],
        [
          'E000004 delivery_place_code',
          'E000017 hope_delivery_date',
          'E000012 detail_list[1].catalog_id',
          'E000018 detail_list[2].prod_lot_qty',
          'E000018 detail_list[3].prod_lot_qty',
        ],
        ['E000014 detail_list[0].catalog_id'],
        ['E000016 detail_list[0].catalog_id'],
        ['E000012 detail_list[0].private_item_code'],
        [],
      ]);
      expect(check).toMatchObject({ record_count: '7', error_count: '6' });
    });

    flow('answers the same order again with the same slip, and refuses another one under its number', async () => {
      const order = anOrder('again');
      const first = await uploadOrders(caller, [order]);
      const again = await uploadOrders(caller, [{ ...order, order_trade_comment: null }, anOrder('fresh')]);
      expect(again.rows[0]).toEqual(first.rows[0]);
      const other = await uploadOrders(caller, [{ ...order, order_trade_comment: 'x' }]);
      expect(other.rows[0]).toMatchObject({
        trade_id: '',
        error_list: [{ error_item: 'upload_no', error_code: 'E000015' }],
      });
      const refused = anOrder('corrected', { detail_list: [aLine({ prod_lot_qty: '1' })] });
      await uploadOrders(caller, [refused]);
      const corrected = await uploadOrders(caller, [anOrder('corrected')]);
      expect(corrected.rows[0]?.result).toBe('0');
    });

    flow('of the same orders many times at once ends with one slip for each', async () => {
      const orders = manyOrders(60, 'race');
      const uploads = await Promise.all(Array.from({ length: 6 }, () => uploadOrders(caller, orders)));
      const ids = uploads.map(({ rows }) => rows.map(({ trade_id }) => trade_id));
      for (const each of ids) expect(each).toEqual(ids[0]);
      expect(new Set(ids[0]).size).toBe(60);
      const slips = await downloadSlips<SlipRow>(caller);
      expect(slips.filter(({ trade_id }) => ids[0]?.includes(trade_id))).toHaveLength(60);
    });

    flow('is made once under an Idempotency-Key, and refused with another body', async () => {
      const [one, two] = await Promise.all([send('key-1'), send('key-1')]);
      expect(two?.body['batch_id']).toBe(one?.body['batch_id']);
      expect(await send('key-2')).toMatchObject({ status: 422, body: { error_list: [{ error_code: 'E000019' }] } });
    });

    flow('has its results as NDJSON as well, and is known to its owner only', async () => {
      const { batchId, rows } = await uploadOrders(caller, [anOrder('lines-1'), anOrder('lines-2')]);
      const headers = { Authorization: `Bearer ${await caller.token()}` };
      const answer = await fetch(`${platform().apiUrl}/ordApi/order/batches/${batchId}/records`, { headers });
      const lines = (await answer.text()).trim().split('\n');
      expect(lines.map((line) => JSON.parse(line) as object)).toEqual(rows);
      expect(await checkUpload(sellers, batchId)).toMatchObject({
        status: 400,
        body: { error_list: [{ error_item: 'batch_id', error_code: 'E000009' }] },
      });
    });

    flow('can be cancelled while it waits, and takes nothing then', async (running) => {
      await running.service('worker').end('SIGTERM');
      const batchId = await caller.request(upload, { order_list: [anOrder('cancelled')] });
      expect(await checkUpload(caller, batchId)).toMatchObject({ body: { batch_flg: '1', error_count: '0' } });
      expect(await caller.call(`${upload}/get`, { batch_id: batchId, seq_from: '1', seq_to: '9' })).toMatchObject({
        status: 400,
        body: { error_list: [{ error_code: 'E000010' }] },
      });
      const cancelled = await caller.call(`/batches/${batchId}`, undefined, { method: 'DELETE' });
      expect(cancelled).toMatchObject({ status: 200, body: { outcome: 'cancelled' } });
      await running.startService('worker');
      const judged = await uploadOrders(caller, [anOrder('cancelled')]);
      expect(judged.rows[0]?.version).toBe('1');
      expect((await checkUpload(caller, batchId)).body.batch_flg).toBe('4');
    });

    flow('whose worker is killed cannot be cancelled, and ends with every order exactly once', async (running) => {
      const { batchId, uploadNos } = await killInTheMiddle(running, caller);
      expect(await caller.call(`/batches/${batchId}`, undefined, { method: 'DELETE' })).toMatchObject({
        status: 409,
        body: { error_list: [{ error_item: 'batch_id', error_code: 'E000021' }] },
      });
      await running.startService('worker');
      const { check, rows } = await uploadEnd(caller, batchId);
      expect(check).toMatchObject({ batch_flg: '3', record_count: String(uploadNos.length), error_count: '0' });
      expect(rows.map(({ upload_no }) => upload_no)).toEqual(uploadNos);
      const ids = rows.map(({ trade_id }) => trade_id).toSorted();
      for (const side of [caller, sellers]) {
        const slips = (await downloadSlips<SlipRow>(side)).filter(({ trade_id }) => ids.includes(trade_id));
        expect(slips.map(({ trade_id }) => trade_id).toSorted()).toEqual(ids);
        expect(new Set(slips.map(({ detail_list }) => detail_list.length))).toEqual(new Set([5]));
      }
    });

    it.each<[string, object, string]>([
      ['no orders', {}, 'E000001 order_list'],
      ['an empty list of orders', { order_list: [] }, 'E000001 order_list'],
      ['1,001 orders', { order_list: Array.from({ length: 1_001 }, (_, n) => anOrder(`${n}`)) }, 'E000007 order_list'],
      [
        '301 lines',
        orderWith({ detail_list: Array.from({ length: 301 }, () => aLine()) }),
        'E000007 order_list[1].detail_list',
      ],
      ['the same number twice', { order_list: [anOrder('w'), anOrder('w')] }, 'E000015 order_list[1].upload_no'],
      ['a number of 41 characters', orderWith({ upload_no: 'x'.repeat(41) }), 'E000003 order_list[1].upload_no'],
      ['no buyer', orderWith({ member_code_self: '' }), 'E000001 order_list[1].member_code_self'],
      [
        'a day that does not exist',
        orderWith({ hope_delivery_date: '2026-02-30' }),
        'E000002 order_list[1].hope_delivery_date',
      ],
      ['another send_flg', orderWith({ send_flg: '2' }), 'E000004 order_list[1].send_flg'],
      ['another check_only', { ...orderWith({}), check_only: '2' }, 'E000004 check_only'],
      ['a quantity of 0', lineWith({ prod_lot_qty: '0' }), 'E000002 order_list[0].detail_list[1].prod_lot_qty'],
      ['five decimals', lineWith({ prod_lot_qty: '1.00001' }), 'E000002 order_list[0].detail_list[1].prod_lot_qty'],
      ['no product', lineWith({ catalog_id: '' }), 'E000001 order_list[0].detail_list[1].catalog_id'],
      [
        'two names of a product',
        lineWith({ private_item_code: 'x' }),
        'E000002 order_list[0].detail_list[1].private_item_code',
      ],
      [
        'a remark of 2,001 characters',
        lineWith({ prod_remarks: 'x'.repeat(2_001) }),
        'E000003 order_list[0].detail_list[1].prod_remarks',
      ],
    ])('refuses a request with %s', async (_what, body, expected) => {
      const answer = await caller.call<{ error_list: readonly ErrorEntry[] }>(`${upload}/request`, body);
      expect(answer.status).toBe(400);
      expect(answer.body.error_list.map(({ error_code, error_item }) => `${error_code} ${error_item}`)).toEqual([
        expected,
      ]);
    });

    it.each([
      ['the largest body', '/order/upload/request', largestUploadBytes, 200],
      ['a body that is one byte larger', '/order/upload/request', largestUploadBytes + 1, 413],
      ['a body over 1 MiB at another path', '/order/upload/check', 1_048_577, 413],
    ])('answers %s with its status', async (_what, path, bytes, status) => {
      const body = Buffer.alloc(bytes, ' ');
      body.write(JSON.stringify({ order_list: [anOrder('large')], batch_id: '1' }));
      for (const sent of [() => caller.send(path, body), () => inChunks(caller, path, body)]) {
        const answer = await sent();
        expect(answer.status).toBe(status);
        await answer.arrayBuffer();
      }
    });
  });
}

/** Without a Content-Length. */
async function inChunks(caller: ApiCaller, path: string, body: Buffer): Promise<Response> {
  return fetch(`${caller.addresses.apiUrl}/ordApi/order${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${await caller.token()}`, 'Content-Type': 'application/json' },
    body: new Blob([new Uint8Array(body)]).stream(),
    duplex: 'half',
  });
}

/** Uploads orders until a worker is killed in the middle of taking them. */
async function killInTheMiddle(running: Platform, caller: ApiCaller) {
  for (let round = 0; ; round++) {
    const orders = manyOrders(600, `killed-${round}`);
    const batchId = await caller.request(upload, { order_list: orders });
    while ((await checkUpload(caller, batchId)).body.batch_flg === '1');
    await sleep(50);
    await running.service('worker').end('SIGKILL');
    const { body } = await checkUpload(caller, batchId);
    if (body.batch_flg === '2') return { batchId, uploadNos: orders.map(({ upload_no }) => upload_no) };
    await running.startService('worker');
  }
}
