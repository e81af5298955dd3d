import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Pause, PlatformClientOptions, Progress } from '../src/index.js';
import { aRange, FakePlatform, refusal, send } from '../src/testing/index.js';
import { clientOf, collect } from './a-client.js';

let platform: FakePlatform;
let url: string;

beforeEach(async () => {
  platform = new FakePlatform();
  url = await platform.start();
});

afterEach(() => platform.stop());

const aClient = (options: Partial<PlatformClientOptions> = {}) => clientOf(url, options);
const ranges = () => platform.callsTo('/get').map(({ body }) => [Number(body['seq_from']), Number(body['seq_to'])]);
const seqs = (records: readonly unknown[]) => records.map((record) => Number((record as { seq: string }).seq));
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

const updatesRequested = () => platform.callsTo('/trade/update/request').map(({ body }) => body);

const product = (index: number) => ({ catalog_id: String(index) });

/** Answers the next call to a path that ends with this text. */
function answerOnce(end: string, body: object, headers: Record<string, string> = {}, status = 200): void {
  platform.disturbances.push(({ path }, response) => {
    if (!path.endsWith(end)) return false;
    send(response, status, { request_id: 'r', result: 0, error_list: [], ...body }, headers);
    return true;
  });
}

describe('waiting', () => {
  it('is left to the platform, which may have finished the batch at the request', async () => {
    platform.states = [];
    expect(await collect(aClient().master.download({}))).toHaveLength(10);
    expect(platform.callsTo('/request')[0]?.headers.prefer).toBe('wait=1');
    expect(platform.callsTo('/check')).toEqual([]);
  });

  it('asks for half a minute at a time, and for less if the caller watches the progress', async () => {
    await aClient().master.download({}).ready;
    const seen: Progress[] = [];
    platform.states = ['1', '2'];
    const watched = aClient().master.download({}, { onProgress: (progress) => seen.push(progress) });
    await collect(watched);
    expect(platform.callsTo('/check').map(({ headers }) => headers.prefer)).toEqual([
      ...Array<string>(3).fill('wait=30'),
      ...Array<string>(3).fill('wait=2'),
    ]);
    const batch = { batchId: '8', queuePosition: undefined };
    expect(seen).toEqual([
      { ...batch, phase: 'waiting', done: 0, total: undefined, bytes: 0 },
      { ...batch, phase: 'producing', done: 3, total: 10, bytes: 0 },
      { ...batch, phase: 'producing', done: 3, total: 10, bytes: 0 },
      { ...batch, phase: 'fetching', done: 10, total: 10, bytes: expect.any(Number) },
    ]);
  });

  it('sends its preferences, and reads whether the platform applied them', async () => {
    const options = { reuseSeconds: 600, changesSince: 'a "cursor"' };
    answerOnce(
      '/request',
      { batch_id: '3', batch_flg: '3', record_count: '0' },
      {
        'preference-applied': 'wait=1, changes-since',
        'x-change-cursor': 'next',
        age: '17',
      },
    );
    expect(await aClient().master.download({}, options).ready).toEqual({
      batchId: '3',
      recordCount: 0,
      errorCount: 0,
      changeCursor: 'next',
      changesOnly: true,
      ageSeconds: 17,
    });
    expect(platform.callsTo('/request')[0]?.headers.prefer).toBe('wait=1, reuse=600, changes-since="a \\"cursor\\""');
    expect((await aClient().master.download({}, options).ready).changesOnly).toBe(false);
  });

  it('takes all records if the platform could not deliver the changes after all', async () => {
    answerOnce(
      '/request',
      { batch_id: '3', batch_flg: '5', record_count: '0' },
      { 'preference-applied': 'changes-since' },
    );
    expect(await aClient().master.download({}, { changesSince: 'c' }).ready).toMatchObject({ changesOnly: false });
    const keys = platform.callsTo('/request').map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(2);
  });

  it('cancels a batch whose request was still under way', async () => {
    const controller = new AbortController();
    platform.disturbances.push(({ path }) => {
      if (path.endsWith('/request')) controller.abort(new Error('enough'));
      return path.endsWith('/request');
    });
    await expect(aClient().master.download({}, { signal: controller.signal }).ready).rejects.toThrow('enough');
    expect(platform.calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
      '/ordApi/order/batches/7',
    ]);
  });
});

describe('fetching', () => {
  it('follows the size of the records', async () => {
    platform.recordCount = 2_000;
    const download = aClient().master.download({}, { bytesPerGet: 50_000 });
    expect(seqs(await collect(download))).toEqual(upTo(2_000));
    const [first = [], second = [], ...rest] = ranges();
    expect(first).toEqual([1, 250]);
    // The second page was requested only after the first one had arrived.
    expect((second[1] ?? 0) - (second[0] ?? 0)).toBeGreaterThan(300);
    expect(rest.length).toBeGreaterThan(0);
  });

  it('requests a range in parts if it would be too large', async () => {
    platform.recordCount = 100;
    expect(seqs(await collect(aClient().master.download({}, { bytesPerGet: 200 })))).toEqual(upTo(100));
    expect(platform.callsTo('/get').length).toBeGreaterThan(50);
  });

  it.each([1, 3])('requests ranges that the installation allows, with %d gets at once', async (parallelGets) => {
    platform.recordCount = 1_000;
    platform.recordsPerGet = 90;
    expect(seqs(await collect(aClient().master.download({}, { parallelGets })))).toEqual(upTo(1_000));
    const refusedOnes = ranges().filter(([from = 0, to = 0]) => to - from >= 90);
    expect(refusedOnes.length).toBeLessThanOrEqual(parallelGets);
  });

  it('runs as many gets at once as allowed, and still delivers in order', async () => {
    platform.recordCount = 200;
    const { fetch } = globalThis;
    let [underWay, most] = [0, 0];
    const { promise: four, resolve } = Promise.withResolvers<void>();
    const slow = async (...[input, init]: Parameters<typeof fetch>) => {
      if (!(input as string).endsWith('/get')) return fetch(input, init);
      most = Math.max(most, ++underWay);
      if (underWay === 4) resolve();
      await four;
      await new Promise((soon) => setTimeout(soon, Math.random() * 20));
      return fetch(input, init).finally(() => underWay--);
    };
    const download = aClient({ fetch: slow }).master.download({}, { recordsPerGet: 10, parallelGets: 4 });
    expect(seqs(await collect(download))).toEqual(upTo(200));
    expect(most).toBe(4);
  });

  it('knows its position, so that another process can continue', async () => {
    platform.recordCount = 30;
    const client = aClient();
    const download = client.master.download({}, { recordsPerGet: 10 });
    expect(download.position).toBeUndefined();
    for await (const { seq } of download) if (seq === '17') break;
    expect(download.position).toEqual({ batchId: '7', seqFrom: 17 });
    const rest = client.master.resume(download.position ?? { batchId: '' });
    expect(seqs(await rest.toArray())).toEqual(upTo(30).slice(16));
    expect(rest.position).toEqual({ batchId: '7', seqFrom: 31 });
  });

  it('reads a batch whose function it does not know', async () => {
    const { batches, trade } = aClient();
    const period = { target_date_set: '2', target_date_from: '2026-04-01', target_date_to: '2026-04-01' };
    await trade.download(period).ready;
    expect(seqs(await batches.records({ batchId: '7', seqFrom: 9 }).toArray())).toEqual([9, 10]);
    expect(platform.callsTo('/trade/download/get')).toHaveLength(1);
    answerOnce('/batches/8', { batch: { function: 'news' } });
    await expect(batches.records({ batchId: '8' }).ready).rejects.toMatchObject({ code: 'answer-unexpected' });
  });

  it.each([
    ['nonTradingDays', 'nottrade'],
    ['closingTimes', 'orderclosing'],
    ['nonCountingDays', 'businessholiday'],
    ['orderBlocks', 'orderblock'],
  ] as const)('downloads %s', async (group, name) => {
    const download = aClient().settings[group].download({ member_code_seller: ['50000000'] });
    expect(await collect(download.texts())).toHaveLength(10);
    expect(platform.callsTo(`/setting/${name}/download/request`)).toHaveLength(1);
  });
});

describe('the call count', () => {
  it('is kept: a call beyond it waits until the count restarts', async () => {
    const pauses: Pause[] = [];
    const onPause = (pause: Pause) => {
      pauses.push(pause);
      platform.callsLeft = 5;
    };
    platform.callsLeft = 3;
    platform.callPeriodSeconds = 3;
    const client = aClient({ onPause });
    platform.listElements = Array.from({ length: 5 }, (_, index) => ({ index }));
    expect(await client.partners.list({ limit: '1' }).toArray()).toHaveLength(5);
    expect(pauses).toEqual([{ reason: 'call-count', ms: expect.any(Number) }]);
    expect(pauses[0]?.ms).toBeGreaterThan(500);
    expect(platform.callsTo('/partner/list')).toHaveLength(5);
  });

  it('ends the call if the wait would be too long', async () => {
    platform.callsLeft = 1;
    const client = aClient({ retry: { longestRetryAfterSeconds: 10 } });
    await client.partners.list().toArray();
    const tooMany = client.partners.list().toArray();
    await expect(tooMany).rejects.toMatchObject({ code: 'too-many-calls' });
    const { retryAfterSeconds } = (await tooMany.catch((error: unknown) => error)) as { retryAfterSeconds: number };
    expect(Math.ceil(retryAfterSeconds / 30)).toBe(2);
    expect(platform.callsTo('/partner/list')).toHaveLength(1);
  });

  it('makes simultaneous calls wait for each other, not for the period, while calls are left', async () => {
    platform.callsLeft = 12;
    const client = aClient();
    await Promise.all(Array.from({ length: 11 }, () => client.partners.list().toArray()));
    expect(platform.callsTo('/partner/list')).toHaveLength(11);
  });
});

describe('lists, orders and lookups', () => {
  it.each([
    ['partners', '/partner/list'],
    ['products', '/ordermaster/list'],
    ['places', '/deliveryplace/list'],
    ['orders', '/order/list'],
  ] as const)('%s follow the cursor', async (group, path) => {
    platform.listElements = Array.from({ length: 25 }, (_, index) => ({ index }));
    const list = aClient()[group].list({ limit: '10' });
    expect(await collect<unknown>(list)).toEqual(platform.listElements);
    expect(platform.callsTo(path).map(({ body }) => body['cursor'])).toEqual([undefined, '10', '20']);
  });

  it('ask for batches, and for one of them', async () => {
    const client = aClient();
    answerOnce('/batches', { batch_list: [{ batch_id: '9' }], next_cursor: '9' });
    answerOnce('/batches', { batch_list: [{ batch_id: '8' }], next_cursor: '' });
    expect((await client.batches.list().toArray()).map(({ batch_id }) => batch_id)).toEqual(['9', '8']);
    expect(await client.batches.get('9')).toMatchObject({ batch_id: '9', records_expected: '10' });
    expect(await client.batches.cancel('9')).toBe('cancelled');
    platform.disturbances.push(({ path, headers }, response) => {
      if (!path.endsWith('/batches/9/removed') || !headers.accept?.includes('ndjson')) return false;
      response.end(
        '{"trade_id":"T1","member_code_self":"10000001"}\n{"trade_id":"T2","member_code_self":"10000001"}\n',
      );
      return true;
    });
    expect((await client.batches.removed('9').toArray()).map(({ trade_id }) => trade_id)).toEqual(['T1', 'T2']);
  });

  it('upload any number of orders in as many uploads as they need', async () => {
    const outcome = {
      seq: '1',
      upload_no: 'U',
      result: '0',
      trade_id: 'T',
      check_number: '',
      version: '1',
      error_list: [],
    };
    platform.uploadResults = [outcome];
    const line = { line_no: '1', catalog_id: '1', prod_lot_qty: '1' };
    const order = (lines: number) => ({
      upload_no: 'U',
      member_code_self: '1',
      member_code_partner: '2',
      hope_delivery_date: '2026-04-01',
      send_flg: '1',
      detail_list: Array.from({ length: lines }, () => line),
    });
    const sent = () => platform.callsTo('/upload/request').map(({ body }) => body['order_list']?.length);
    const { orders } = aClient();
    // The fake has one outcome for each upload.
    answerOnce('/upload/check', { batch_flg: '3', record_count: '1' });
    expect(await orders.upload([order(1)])).toEqual([outcome]);
    await orders.upload(Array.from({ length: 1_001 }, () => order(1)));
    await orders.upload(
      Array.from({ length: 70 }, () => order(300)),
      { checkOnly: true },
    );
    expect(sent()).toEqual([1, 1_000, 1, 66, 4]);
    expect(platform.callsTo('/upload/request').at(-1)?.body).toMatchObject({ check_only: '1' });
    expect(await orders.results('7').toArray()).toEqual([outcome]);
    expect(await aClient().batches.records({ batchId: '7' }).toArray()).toEqual([outcome]);
  });

  it('report how many orders were refused, and which were taken by an upload that failed', async () => {
    const outcome = { seq: '1', upload_no: 'U', trade_id: 'T', check_number: '', version: '1', error_list: [] };
    platform.uploadResults = [
      { ...outcome, result: '0' },
      { ...outcome, result: '1' },
    ];
    const { orders } = aClient();
    expect(await orders.results('7').ready).toMatchObject({ recordCount: 2, errorCount: 1 });
    const known: unknown[] = [];
    await orders.upload([], { onResults: (results) => known.push(...results) });
    expect(known).toEqual(platform.uploadResults);
    expect(await orders.taken('7')).toEqual(platform.uploadResults);
    expect(platform.callsTo('/upload/get').at(-1)?.body).toEqual({ batch_id: '7', seq_from: '1', seq_to: '1000' });
  });

  describe('update slips', () => {
    const outcome = {
      seq: '1',
      update_no: 'N',
      trade_id: 'T',
      result: '0',
      status_code: '60',
      version: '3',
      new_trade_id: '',
      new_check_number: '',
      new_version: '',
      error_list: [],
    };
    const slip = { update_no: 'N', trade_id: 'T', version: '2' };

    beforeEach(() => {
      platform.uploadResults = [outcome];
    });

    it('any number of them, in as many batches as they need', async () => {
      const { orders } = aClient();
      const known: unknown[] = [];
      const update = { ...slip, action: 'ship' };
      await orders.update(
        Array.from({ length: 1_001 }, () => update),
        { checkOnly: true, onResults: (results) => known.push(...results) },
      );
      expect(updatesRequested().map((body) => [body['check_only'], body['slip_list']?.length])).toEqual([
        ['1', 1_000],
        ['1', 1],
      ]);
      expect(known).toEqual([outcome, outcome]);
      expect(await orders.updateResults('7').toArray()).toEqual([outcome]);
      expect(await orders.madeUpdates('7')).toEqual([outcome]);
      expect(platform.callsTo('/update/get').at(-1)?.body).toEqual({ batch_id: '7', seq_from: '1', seq_to: '1000' });
    });

    it('one by one, each by its action', async () => {
      const { orders } = aClient();
      const lines = { detail_list: [{ trade_prod_id: 'T001', prod_lot_qty: '1' }] };
      const outcomes = [
        await orders.change({ ...slip, hope_delivery_date: '2026-04-01' }),
        await orders.cancel({ ...slip, trade_comment: 'c' }),
        await orders.confirm({ ...slip, delivery_date: '2026-04-01' }),
        await orders.ship({ ...slip, ...lines, trade_shipping: 500 }),
        await orders.cancelShipment({ ...slip, trade_comment: 'c' }),
        await orders.requestCorrection({ ...slip, order_trade_comment: 'c' }),
        await orders.receive({ ...slip, receipt_day: '2026-04-01' }),
        await orders.returnGoods({ ...slip, ...lines, order_trade_comment: 'c' }),
      ];
      expect(outcomes).toEqual(Array.from({ length: 8 }, () => outcome));
      expect(updatesRequested().map((body) => body['slip_list'])).toEqual([
        [{ ...slip, hope_delivery_date: '2026-04-01', action: 'change' }],
        [{ ...slip, trade_comment: 'c', action: 'cancel' }],
        [{ ...slip, delivery_date: '2026-04-01', action: 'confirm' }],
        [{ ...slip, ...lines, trade_shipping: 500, action: 'ship' }],
        [{ ...slip, trade_comment: 'c', action: 'cancel_shipment' }],
        [{ ...slip, order_trade_comment: 'c', action: 'request_correction' }],
        [{ ...slip, receipt_day: '2026-04-01', action: 'receive' }],
        [{ ...slip, ...lines, order_trade_comment: 'c', action: 'return' }],
      ]);
    });
  });

  it('send planned orders', async () => {
    answerOnce('/order/generate', { result_list: [{ trade_id: 'T1', version: '2' }] });
    const sent = await aClient().orders.generate({ trade_id_list: ['T1'] });
    expect(sent).toEqual([{ trade_id: 'T1', version: '2' }]);
  });

  it('show the terms with one partner, and one product', async () => {
    const { partners, products } = aClient();
    answerOnce('/partners/P%2F1/terms', { terms: { order_block_flg: '0' } });
    expect(await partners.terms('P/1')).toEqual({ order_block_flg: '0' });
    answerOnce('/partners/1/products/a%20b', { product: { member_code: '2' } });
    expect(await products.get('1', 'a b', { memberCodeSelf: '2' })).toEqual({ member_code: '2' });
    expect(platform.calls.at(-1)?.method).toBe('GET');
  });

  it('show one slip, and its history page by page', async () => {
    const { trades } = aClient();
    answerOnce('/trades/T%2F1', { trade: { trade_id: 'T/1', version: '2' } });
    expect(await trades.get('T/1')).toEqual({ trade_id: 'T/1', version: '2' });
    answerOnce('/trades/T%2F1/history', { history_list: [{ version: '2' }], next_cursor: 'a+b' });
    answerOnce('/trades/T%2F1/history', { history_list: [{ version: '1' }], next_cursor: '' });
    const history = await trades.history('T/1', { memberCodeSelf: '10000001' }).toArray();
    expect(history.map(({ version }) => version)).toEqual(['2', '1']);
    expect(platform.calls.filter(({ path }) => path.includes('/trades/')).map(({ method }) => method)).toEqual([
      'GET',
      'GET',
      'GET',
    ]);
  });

  it('name the side and the cursor in the query', async () => {
    const urls: string[] = [];
    const { trades } = aClient({
      fetch: (input, init) => {
        urls.push(new Request(input).url);
        return fetch(input, init);
      },
    });
    answerOnce('/history', { history_list: [], next_cursor: 'a+b' });
    answerOnce('/history', { history_list: [], next_cursor: '' });
    await trades.history('T1', { memberCodeSelf: '1' }).toArray();
    expect(urls.slice(-2).map((address) => new URL(address).search)).toEqual([
      '?member_code_self=1',
      '?member_code_self=1&cursor=a%2Bb',
    ]);
  });

  it('ask about any number of products', async () => {
    for (const count of [1_000, 500]) answerOnce('/delivery/shortest', { details_list: upTo(count).map(product) });
    const pair = { member_code_self: '1', member_code_partner: '2' };
    const dates = await aClient().delivery.shortest({ ...pair, details_list: upTo(1_500).map(product) });
    expect(dates).toHaveLength(1_500);
    expect(platform.callsTo('/delivery/shortest').map(({ body }) => body['details_list']?.length)).toEqual([
      1_000, 500,
    ]);
    answerOnce('/fc/price', { item: [{ catalog_id: '1' }] });
    const question = { member_code_store: '1', price: '1', order_send_date: '2026-04-01', delivery_date: '2026-04-02' };
    expect(await aClient().fc.price([{ ...question, catalog_id: '1' }])).toEqual([{ catalog_id: '1' }]);
  });
});

it('follows events, and pauses after an answer that was not held', async () => {
  const eventCalls = () => platform.callsTo('/events');
  platform.disturbances.push(({ path }, response) => {
    if (!path.endsWith('/events') || eventCalls().length < 2) return false;
    send(response, 200, { request_id: 'r', result: 0, error_list: [], event_list: [], next_cursor: '0' });
    return true;
  });
  const calledAt: number[] = [];
  const { events } = aClient({
    fetch: (input, init) => {
      if (new Request(input).url.includes('/events')) calledAt.push(performance.now());
      return fetch(input, init);
    },
  });
  const followed = events.follow({ types: ['trade.*'] });
  const first = followed.next();
  while (eventCalls().length < 2) await new Promise((resolve) => setTimeout(resolve, 1));
  const event = platform.events.add('trade.created', { trade_id: 'T1' });
  expect(await first).toEqual({ done: false, value: event });
  // On a busy machine, the second answer may count as held. It then took as long as the pause.
  const [, second = 0, third = 0] = calledAt;
  expect(third - second).toBeGreaterThan(900);
  expect(eventCalls().map(({ headers, query }) => [headers.prefer, query.get('after')])).toEqual([
    [undefined, null],
    ['wait=30', '0'],
    ['wait=30', '0'],
  ]);
});

describe('an error', () => {
  it('says address, code, field, request_id and what to do', async () => {
    answerOnce('/trade/download/request', refusal('E000006', 'target_date_to', 'At most 31 days.'), {}, 400);
    const period = { target_date_set: '2', target_date_from: '2026-01-01', target_date_to: '2026-12-31' };
    await expect(aClient().trade.download(period).ready).rejects.toMatchObject({
      name: 'PlatformError',
      code: 'request-refused',
      message: `target_date_to: At most 31 days. (E000006) [${url}/ordApi/order/trade/download/request, HTTP 400, request_id r]`,
      address: `${url}/ordApi/order/trade/download/request`,
      errorCode: 'E000006',
      field: 'target_date_to',
      requestId: 'r',
      advice: 'Ask for shorter periods, with a download for each.',
    });
  });

  it('of a download that nobody awaits causes no unhandled rejection', async () => {
    answerOnce('/request', refusal('E000002', 'x', 'Wrong.'), {}, 400);
    const { ready } = aClient().master.download({});
    while (platform.callsTo('/request').length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    // There must be no unhandled rejection, because it would end the process.
    await new Promise((resolve) => setTimeout(resolve, 100));
    await expect(ready).rejects.toThrow('Wrong.');
    expect(platform.callsTo('/request')).toHaveLength(1);
  });
});

it('delivers records as they were sent', async () => {
  expect(await aClient().master.download({}).toArray()).toEqual(
    aRange(1, 10).map((text) => JSON.parse(text) as unknown),
  );
});
