import { beforeEach, describe, expect, it } from '@jest/globals';
import { errorTexts } from '@trading-platform/domain-types/error-texts';
import { orderUpload } from '../src/order/order-upload.js';
import { orderUploadFunction } from '../src/order/order-upload-function.js';
import { takenOrders } from '../src/order/taken-orders.js';
import type { UploadedOrder } from '../src/order/uploaded-order.js';
import { elementsIn, isCheckOnly, readElement } from '../src/slip-input/slip-input.js';
import { MemoryOrders, OnePair } from './memory-orders.js';
import { anOrder, anOrderLine, aPair, aProduct } from './order-builders.js';

const caller = '10000001';
const criteria = orderUpload.criteria({ memberCode: caller, clientId: 'C1' }, new Date('2026-11-18T10:00:00+09:00'));
const inputOf = (orders: readonly UploadedOrder[], more: object = {}) =>
  Buffer.from(JSON.stringify({ ...more, order_list: orders }));
const ordersOf = (uploadNos: readonly string[]) => uploadNos.map((upload_no) => anOrder({ upload_no }));

const accepted = (uploadNo: string) => ({
  upload_no: uploadNo,
  result: '0',
  trade_id: `t-${uploadNo}`,
  codes: [],
  isError: false,
});

describe('the orders in the input of an upload', () => {
  it.each([
    'plain',
    'a "quoted" one',
    'backslash \\',
    '\\"',
    '\\\\"}{][',
    '{"order_list":[{',
    '菜\u2028\ud83d\ude00',
    '\u0000\n',
  ])('are read one by one, whatever their texts hold: %j', (text) => {
    const orders = [
      anOrder({ order_trade_comment: text }),
      anOrder({ detail_list: [anOrderLine({ prod_remarks: text })] }),
    ];
    expect([...elementsIn(inputOf(orders))].map(readElement)).toEqual(orders);
  });

  it.each([
    [{}, false],
    [{ check_only: '0' }, false],
    [{ response_type: 'json', check_only: '1' }, true],
  ])('are only judged where the request says so: %j', (head, expected) => {
    expect(isCheckOnly(inputOf([anOrder()], head))).toBe(expected);
  });
});

describe('an attempt of an upload', () => {
  let source: OnePair;
  let store: MemoryOrders;
  beforeEach(() => {
    source = new OnePair(aPair());
    store = new MemoryOrders();
  });

  async function run(input: Buffer, signal = new AbortController().signal) {
    const snapshot = await orderUploadFunction({ source, store }).open(criteria, signal, input);
    const results: { upload_no: string; result: string; trade_id: string; codes: string[]; isError: boolean }[] = [];
    for await (const records of snapshot.records) {
      for (const { body, isError = false } of records) {
        const { upload_no, result, trade_id, error_list } = JSON.parse(`{${Buffer.from(body).toString()}`);
        const codes = (error_list as { error_code: string }[]).map(({ error_code }) => error_code);
        results.push({ upload_no, result, trade_id, codes, isError });
      }
    }
    return results;
  }

  it('answers in the order of the request, whatever becomes of each order', async () => {
    const wrong = anOrder({ upload_no: 'b', detail_list: [anOrderLine({ catalog_id: 'no' })] });
    const [one, three] = [anOrder({ upload_no: 'a' }), anOrder({ upload_no: 'c' })];
    const refused = { upload_no: 'b', result: '1', trade_id: '', codes: ['E000012'], isError: true };
    expect(await run(inputOf([one, wrong, three]))).toEqual([accepted('a'), refused, accepted('c')]);
    expect([...store.bound.keys()]).toEqual(['a', 'c']);
  });

  it('says the errors in the language of the request', async () => {
    const input = inputOf([anOrder({ delivery_place_code: 'none' })]);
    const at = new Date('2026-11-18T10:00:00+09:00');
    const japanese = orderUpload.criteria({ memberCode: caller, clientId: 'C1' }, at, 'ja');
    expect(orderUpload.criteria({ memberCode: caller, clientId: 'C1' }, at, 'en')).toEqual(criteria);
    const snapshot = await orderUploadFunction({ source, store }).open(japanese, AbortSignal.any([]), input);
    const said: unknown[] = [];
    for await (const records of snapshot.records) {
      for (const { body } of records) said.push(JSON.parse(`{${Buffer.from(body).toString()}`).error_list);
    }
    const error_detail = errorTexts.deliveryPlaceUnknown.ja;
    expect(said).toEqual([[{ error_item: 'delivery_place_code', error_code: 'E000004', error_detail }]]);
  });

  it('finds what a former one has taken, and judges it no more', async () => {
    const orders = ordersOf(['a', 'b']);
    await run(inputOf(orders.slice(0, 1)));
    source = new OnePair(['member_code_self']);
    const [first, second] = await run(inputOf(orders));
    expect([first, second?.codes]).toEqual([accepted('a'), ['E000008']]);
  });

  it.each([
    ['the same order', {}, '0', []],
    ['another order', { order_trade_comment: 'x' }, '1', ['E000015']],
  ])('learns that a number was bound meanwhile: to %s', async (_what, change, result, codes) => {
    const order = anOrder({ upload_no: 'a' });
    await run(inputOf([{ ...order, ...change }]));
    store.findUploadNos = async () => new Map();
    expect(await run(inputOf([order]))).toEqual([expect.objectContaining({ result, codes })]);
    expect(store.groups).toEqual([['a'], ['a']]);
  });

  it('takes nothing where it only judges', async () => {
    const results = await run(inputOf(ordersOf(['a']), { check_only: '1' }));
    expect(results).toEqual([{ ...accepted('a'), trade_id: '' }]);
    expect(store.bound.size).toBe(0);
  });

  it('names all refused members of an order', async () => {
    source = new OnePair(['member_code_self', 'member_code_partner']);
    expect((await run(inputOf(ordersOf(['a']))))[0]?.codes).toEqual(['E000008', 'E000008']);
  });

  it('names the members of an order that are gone when it is to be taken, and takes the others', async () => {
    store.gone.set('a', ['member_code_partner']);
    const refused = { upload_no: 'a', result: '1', trade_id: '', codes: ['E000008'], isError: true };
    expect(await run(inputOf(ordersOf(['a', 'b'])))).toEqual([refused, accepted('b')]);
  });

  it('commits orders in groups, and reads once for all of them', async () => {
    const numbers = Array.from({ length: 420 }, (_, n) => `u${n}`);
    const results = await run(inputOf(ordersOf(numbers)));
    expect(results.map(({ upload_no }) => upload_no)).toEqual(numbers);
    expect(store.groups.map(({ length }) => length)).toEqual([200, 200, 20]);
    expect(source.asked).toHaveLength(1);
  });

  it('reads in portions for so many products that they would take too much memory', async () => {
    const orders = Array.from({ length: 30 }, (_, n) =>
      anOrder({
        upload_no: `u${n}`,
        detail_list: Array.from({ length: 300 }, (__, line) => anOrderLine({ catalog_id: `c${n}-${line}` })),
      }),
    );
    await run(inputOf(orders));
    expect(source.asked.map(([pair]) => pair?.catalogIds.length)).toEqual([5_100, 3_900]);
  });

  it('reads in portions of some megabytes of orders', async () => {
    const detail_list = Array.from({ length: 300 }, () => anOrderLine({ prod_remarks: 'x'.repeat(1000) }));
    const orders = Array.from({ length: 40 }, (_, n) => anOrder({ upload_no: `u${n}`, detail_list }));
    await run(inputOf(orders));
    expect(source.asked).toHaveLength(3);
  });

  it('is one that cannot be taken back once it has begun', () => {
    expect(orderUploadFunction({ source, store })).toMatchObject({ hasEffects: true });
  });

  it('waits for what is under way when it is told to end', async () => {
    const abort = new AbortController();
    const take = store.take.bind(store);
    let open = 0;
    store.take = async (orders) => {
      open++;
      if (store.groups.length === 0) abort.abort(new Error('over'));
      await new Promise((resolve) => setTimeout(resolve, 5));
      open--;
      return take(orders);
    };
    await expect(run(inputOf(ordersOf(Array.from({ length: 400 }, (_, n) => `u${n}`))), abort.signal)).rejects.toThrow(
      'over',
    );
    expect(open).toBe(0);
  });

  it('fails with its store', async () => {
    store.take = async () => {
      throw new Error('no database');
    };
    await expect(run(inputOf(ordersOf(['a'])))).rejects.toThrow('no database');
  });
});

describe('what was taken of an upload that failed', () => {
  const store = new MemoryOrders();
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((upload_no) => anOrder({ upload_no })) as [
    UploadedOrder,
    UploadedOrder,
    UploadedOrder,
    UploadedOrder,
  ];
  const orders = [a, b, c, d];
  const taken = (input: Buffer, from: number, to: number) => takenOrders(store, caller, input, { from, to });

  beforeEach(async () => {
    store.bound.clear();
    const source = new OnePair(aPair({ products: [aProduct('c1')] }));
    const upload = orderUploadFunction({ source, store });
    const input = inputOf([a, c, { ...d, send_flg: '0' }]);
    const { records } = await upload.open(criteria, new AbortController().signal, input);
    for await (const _ of records);
  });

  it('keeps its place in the request; the rest is left out, and so is another order of the same number', async () => {
    const found = await taken(inputOf(orders), 1, 10);
    expect(found.map(({ seq, upload_no, trade_id, version }) => [seq, upload_no, trade_id, version])).toEqual([
      ['1', 'a', 't-a', '1'],
      ['3', 'c', 't-c', '1'],
    ]);
  });

  it('is told for the places asked for', async () => {
    expect((await taken(inputOf(orders), 2, 3)).map(({ seq }) => seq)).toEqual(['3']);
    expect(await taken(inputOf(orders), 4, 9)).toEqual([]);
  });

  it('is nothing where orders were only judged', async () => {
    expect(await taken(inputOf(orders, { check_only: '1' }), 1, 4)).toEqual([]);
  });
});
