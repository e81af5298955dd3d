import { afterAll, beforeAll, expect } from '@jest/globals';
import {
  PlatformClient,
  type PlatformClientOptions,
  type PlatformError,
  type Progress,
} from '@trading-platform/client';
import type { UploadOrder } from '@trading-platform/domain-types';
import { SandboxFront } from '@trading-platform/sandbox';
import type { ApiCaller } from '../src/api-caller.js';
import type { DescribeFlow } from '../src/describe-platform.js';
import { anOrder, dayAhead, loadOrderMarket, manyOrders, orderMembers } from '../src/order-market.js';
import type { Platform } from '../src/platform.js';

const { buyer, seller, stranger } = orderMembers;
const slipCount = 300;
const day = '2026-04-01';
const slipsOfDay = { target_date_set: '2', target_date_from: day, target_date_to: day };
/** Each page of records is small, so that a download has several pages. Failed calls are repeated soon. */
const small = { recordsPerGet: 25 };
const quick = { retry: { attempts: 8, firstWaitMs: 1, longestWaitMs: 20 } };

const slipIds = Array.from({ length: slipCount }, (_, index) => `s-${String(index).padStart(3, '0')}`);
const slip = (trade_id: string) => ({ trade_id, member_code_self: buyer, status_code: '40', order_day: day });
const upTo = (count: number) => Array.from({ length: count }, (_, index) => String(index + 1));

/** A program that uses the SDK, on a platform whose market is new: it counts the products. */
export function describeSdk(flow: DescribeFlow, platform: () => Platform): void {
  let caller: ApiCaller;
  let front: SandboxFront;

  beforeAll(async () => {
    await loadOrderMarket(platform());
    await platform().load('trade', slipIds.map(slip));
    caller = await platform().caller(buyer);
    front = await SandboxFront.start(platform());
  });

  afterAll(() => front.stop());

  const aClient = (options: Partial<PlatformClientOptions> = {}) => {
    const { authUrl, apiUrl } = platform();
    return new PlatformClient({ ...caller.credentials, authUrl, apiUrl, ...options });
  };
  const onBadLine = () => aClient({ ...front.addresses('worn-line'), ...quick });

  flow('downloads records one by one, and knows their number beforehand', async () => {
    const seen: Progress[] = [];
    const download = aClient().master.download({}, { onProgress: (progress) => seen.push(progress) });
    expect(await download.ready).toMatchObject({ recordCount: 60 });
    const records = await download.toArray();
    expect(records.map(({ seq }) => seq)).toEqual(upTo(60));
    expect(seen.at(-1)).toMatchObject({ phase: 'fetching', done: 60, total: 60 });
  });

  flow('looks up partners, products, places, dates and prices', async () => {
    const client = aClient();
    const partners = await client.partners.list({ limit: '1' }).toArray();
    expect(partners.map(({ member_code_partner: code }) => code)).toContain(seller);
    const products = await client.products.list({ limit: '7' }).toArray();
    expect(products).toHaveLength(60);
    expect(await client.places.list().toArray()).toMatchObject([{ delivery_place_code: 'DOCK' }]);
    const pair = { member_code_self: buyer, member_code_partner: seller };
    const [date] = await client.delivery.shortest({ ...pair, details_list: [{ catalog_id: `c-${seller}-1` }] });
    expect(date).toMatchObject({ shortest_delivery_date: expect.stringMatching(/^\d{4}-/), detail_error_list: [] });
    const question = {
      member_code_store: buyer,
      catalog_id: 'x',
      price: '1',
      order_send_date: day,
      delivery_date: day,
    };
    expect(await client.fc.price([question])).toMatchObject([{ detail_err_list: [{ error_code: 'E000008' }] }]);
  });

  flow('gets the defects of a request, and the remedy', async () => {
    const refused = aClient().master.download({ member_code_list: [stranger], sell_stop: '7' });
    const error = (await refused.ready.catch((reason: unknown) => reason)) as PlatformError;
    expect(error).toMatchObject({ code: 'request-refused', errorCode: 'E000004', field: 'sell_stop' });
    expect(error.errors.map(({ error_code: code }) => code)).toEqual(['E000004', 'E000008']);
    expect(error.message).toMatch(/\/master\/download\/buy\/request, HTTP 400, request_id [0-9a-f-]{36}\]$/);
    expect(error.advice).not.toBe('');
  });

  flow('gets every record once over a breaking connection, even with several gets at once', async () => {
    const expected = await aClient().master.download({}).toArray();
    for (const parallelGets of [1, 4]) {
      const records = await onBadLine().master.download({}, { recordsPerGet: 4, parallelGets }).toArray();
      expect(records.map(withoutBatch)).toEqual(expected.map(withoutBatch));
      expect(records.map(({ seq }) => seq)).toEqual(upTo(60));
    }
    const ways = ['cut', 'drip', 'lose answer', 'lose call', 'pass', 'refuse 401', 'refuse 429', 'refuse 500'];
    expect(Object.keys(front.run('worn-line')?.actions ?? {}).toSorted()).toEqual(ways);
  });

  flow('stops in the middle, and resumes in another process', async () => {
    const download = onBadLine().trade.download(slipsOfDay, { ...small, acknowledge: 'by-caller' });
    const first: string[] = [];
    for await (const { trade_id } of download) {
      if (first.length === 110) break;
      first.push(trade_id);
    }
    expect(download.position).toMatchObject({ seqFrom: 111 });
    const rest = onBadLine().trade.resume(download.position ?? { batchId: '' }, { ...small, acknowledge: 'by-caller' });
    expect([...first, ...(await rest.toArray()).map(({ trade_id }) => trade_id)]).toEqual(slipIds);
  });

  flow('acknowledges exactly the processed records, over a breaking connection', async () => {
    const fresh = { ...slipsOfDay, not_downloaded_flg: '1' };
    const first: string[] = [];
    for await (const { trade_id } of onBadLine().trade.download(fresh, small)) {
      if (first.length === 110) break;
      first.push(trade_id);
    }
    // Only the page that was interrupted is sent again.
    const rest = await onBadLine().trade.download(fresh, small).toArray();
    expect(rest.map(({ trade_id }) => trade_id)).toEqual(slipIds.slice(100));
    expect(first).toEqual(slipIds.slice(0, 110));
    expect(await aClient().trade.download(fresh).ready).toMatchObject({ recordCount: 0 });
  });

  flow('uploads each order once over a breaking connection', async () => {
    const orders = [...manyOrders(40, 'sdk'), anOrder('sdk-wrong', { member_code_partner: stranger })] as UploadOrder[];
    const results = await onBadLine().orders.upload(orders);
    expect(results.map(({ upload_no: no }) => no)).toEqual(orders.map(({ upload_no: no }) => no));
    expect(results.map(({ result }) => result)).toEqual([...Array<string>(40).fill('0'), '1']);
    expect(await onBadLine().orders.upload(orders)).toEqual(results);
    const today = { target_date_set: '2', target_date_from: dayAhead(-1), target_date_to: dayAhead(1) };
    const slips = await aClient().trade.download(today).toArray();
    const ids = results.slice(0, 40).map(({ trade_id: id }) => id);
    expect(slips.map(({ trade_id: id }) => id).toSorted()).toEqual(ids.toSorted());
    const listed = await aClient().orders.list({ limit: '10' }).toArray();
    expect(
      listed
        .filter(({ upload_no: no }) => no.startsWith('sdk-'))
        .map(({ trade_id: id }) => id)
        .toSorted(),
    ).toEqual(ids.toSorted());
  });

  flow('lists its batches, and discards one', async () => {
    const { batches, master } = aClient();
    const { batchId } = await master.download({}).ready;
    expect(await batches.get(batchId)).toMatchObject({ function: 'master', state: 'finished', record_count: '60' });
    const [newest] = await batches.list().toArray();
    expect(newest?.batch_id).toBe(batchId);
    expect(await batches.records({ batchId, seqFrom: 58 }).toArray()).toMatchObject([
      { seq: '58' },
      { seq: '59' },
      { seq: '60' },
    ]);
    // Reads the records of a batch of any function, including an upload.
    const ended = (await batches.list().toArray()).filter(({ state }) => state === 'finished');
    expect(new Set(ended.map(({ function: name }) => name))).toEqual(new Set(['master', 'trade', 'order-upload']));
    for (const { batch_id: id, record_count: count } of ended) {
      expect(await batches.records({ batchId: id, seqFrom: Number(count) }).toArray()).toHaveLength(1);
    }
    await batches.cancel(batchId);
    await expect(batches.get(batchId)).rejects.toMatchObject({ errorCode: 'E000009', status: 404 });
  });

  flow('signs out, and signs in again by itself', async () => {
    const client = aClient();
    const token = await client.accessToken();
    await client.revoke();
    expect(await client.accessToken()).not.toBe(token);
  });
}

function withoutBatch({ batch_id: _batch, create_date: _date, ...record }: { batch_id: string; create_date: string }) {
  return record;
}
