import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, it } from '@jest/globals';
import type { ApiCaller } from '../src/api-caller.js';
import type { DescribeFlow } from '../src/describe-platform.js';
import {
  anOrder,
  checkUpload,
  downloadSlips,
  manyOrders,
  openOrderMarket,
  upload,
  uploadEnd,
  uploadOrders,
} from '../src/order-market.js';
import type { Platform } from '../src/platform.js';

interface SlipRow {
  readonly trade_id: string;
  readonly status_code: string;
  readonly member_code_self: string;
  readonly detail_list: readonly Readonly<Record<string, string>>[];
}

const largestUploadBytes = 16 * 1_048_576;

/**
 * Tests uploads that are repeated, cancelled or killed.
 *
 * @param isWhole whether uploads that are too large are tested too
 */
export function describeOrderUpload(flow: DescribeFlow, platform: () => Platform, isWhole: boolean): void {
  let caller: ApiCaller;
  let sellers: ApiCaller;

  beforeAll(async () => {
    ({ buyers: caller, sellers } = await openOrderMarket(platform()));
  });

  const send = (uploadNo: string) =>
    caller.call(`${upload}/request`, { order_list: [anOrder(uploadNo)] }, { headers: { 'Idempotency-Key': 'up-1' } });

  flow('sent many times at once makes one slip for each order', async () => {
    const orders = manyOrders(20, 'race');
    const uploads = await Promise.all(Array.from({ length: 6 }, () => uploadOrders(caller, orders)));
    const ids = uploads.map(({ rows }) => rows.map(({ trade_id }) => trade_id));
    for (const each of ids) expect(each).toEqual(ids[0]);
    expect(new Set(ids[0]).size).toBe(20);
    const slips = await downloadSlips<SlipRow>(caller);
    expect(slips.filter(({ trade_id }) => ids[0]?.includes(trade_id))).toHaveLength(20);
  });

  flow('is made once under an Idempotency-Key, and refused with another body', async () => {
    const [one, two] = await Promise.all([send('key-1'), send('key-1')]);
    expect(two?.body['batch_id']).toBe(one?.body['batch_id']);
    expect(await send('key-2')).toMatchObject({ status: 422, body: { error_list: [{ error_code: 'E000019' }] } });
  });

  flow('has its results as NDJSON too, and only for its owner', async () => {
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

  flow('can be cancelled while it waits, and then accepts no order', async (running) => {
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

  flow('cannot be cancelled after its worker was killed, and ends with every order exactly once', async (running) => {
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

  if (isWhole) {
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
  }
}

/** The body is sent without a Content-Length header. */
async function inChunks(caller: ApiCaller, path: string, body: Buffer): Promise<Response> {
  return fetch(`${caller.addresses.apiUrl}/ordApi/order${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${await caller.token()}`, 'Content-Type': 'application/json' },
    body: new Blob([new Uint8Array(body)]).stream(),
    duplex: 'half',
  });
}

/** Repeats uploads until a kill hits a worker in the middle of its work. */
async function killInTheMiddle(running: Platform, caller: ApiCaller) {
  for (let round = 0; ; round++) {
    const orders = manyOrders(250, `killed-${round}`);
    const batchId = await caller.request(upload, { order_list: orders });
    while ((await checkUpload(caller, batchId)).body.batch_flg === '1');
    await sleep(50);
    await running.service('worker').end('SIGKILL');
    const { body } = await checkUpload(caller, batchId);
    if (body.batch_flg === '2') return { batchId, uploadNos: orders.map(({ upload_no }) => upload_no) };
    await running.startService('worker');
  }
}
