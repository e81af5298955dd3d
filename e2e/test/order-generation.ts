import { beforeAll, expect } from '@jest/globals';
import type { ApiCaller, ErrorEntry } from '../src/api-caller.js';
import type { DescribeFlow } from '../src/describe-platform.js';
import { anOrder, manyOrders, openOrderMarket, orderMembers, uploadOrders } from '../src/order-market.js';
import type { Platform } from '../src/platform.js';

interface ListedOrder {
  readonly trade_id: string;
  readonly version: string;
  readonly upload_no: string;
  readonly status_code: string;
}

const { buyer, seller, stranger } = orderMembers;

function generate(caller: ApiCaller, tradeIds: readonly string[], versions?: readonly string[]) {
  const request = { trade_id_list: tradeIds, ...(versions === undefined ? {} : { version_list: versions }) };
  return caller.call<{ result_list: readonly ListedOrder[]; error_list: readonly ErrorEntry[] }>(
    '/order/generate',
    request,
  );
}

async function refusalOf(answer: ReturnType<typeof generate>) {
  const { status, body } = await answer;
  return [status, body.error_list.map(({ error_item, error_code }) => `${error_item} ${error_code}`)];
}

/** Uploads planned orders and returns their numbers. */
async function plan(caller: ApiCaller, prefix: string, count: number, change: object = {}): Promise<readonly string[]> {
  const orders = Array.from({ length: count }, (_, n) => anOrder(`${prefix}-${n}`, { send_flg: '0', ...change }));
  const { rows } = await uploadOrders(caller, orders);
  return rows.map(({ trade_id }) => trade_id);
}

/** Returns some slips of the order list, sorted by number. */
async function listed(caller: ApiCaller, tradeIds: readonly string[]): Promise<readonly string[]> {
  const { body } = await caller.call<{ order_list: readonly ListedOrder[] }>('/order/list', {});
  return body.order_list
    .filter(({ trade_id }) => tradeIds.includes(trade_id))
    .map(({ upload_no, status_code, version }) => `${upload_no} ${status_code} ${version}`);
}

async function setBlock(platform: Platform, order_block_flg: string): Promise<void> {
  await platform.load('orderblock', [settingOf({ orderblock: [{ order_block_flg }] })]);
}

async function setClosedDays(platform: Platform, week_flg: string): Promise<void> {
  const day = { establish_flg: '1', prohibit_flg: '0', week_flg, warning_type: '0' };
  await platform.load('nottrade', [settingOf({ nottrade: [day] })]);
}

function settingOf(rows: object) {
  return { member_code_buyer: buyer, seller_list: [{ member_code_seller: seller, ...rows }] };
}

/** Tests that planned orders can be sent. */
export function describeOrderGeneration(flow: DescribeFlow, platform: () => Platform): void {
  let caller: ApiCaller;
  let sellers: ApiCaller;

  beforeAll(async () => {
    ({ buyers: caller, sellers } = await openOrderMarket(platform()));
  });

  flow('refuses an unsendable order at its position, and sends nothing of the request', async () => {
    const ids = await plan(caller, 'refused', 3);
    const [one = '', two = '', three = ''] = ids;
    const planned = await listed(caller, ids);
    expect(await refusalOf(generate(caller, [one, 'unknown']))).toEqual([400, ['trade_id_list[1] E000020']]);
    expect(await refusalOf(generate(sellers, [one]))).toEqual([400, ['trade_id_list[0] E000020']]);
    expect(await refusalOf(generate(await platform().caller(stranger), [one]))).toEqual([
      400,
      ['trade_id_list[0] E000020'],
    ]);
    expect(await refusalOf(generate(caller, ids, ['1', '2', '1']))).toEqual([409, ['trade_id_list[1] E000013']]);
    expect(await refusalOf(generate(caller, [one, two, 'unknown', three], ['1', '7', '1', '1']))).toEqual([
      400,
      ['trade_id_list[1] E000013', 'trade_id_list[2] E000020'],
    ]);
    await setBlock(platform(), '1');
    expect(await refusalOf(generate(caller, [two, one]))).toEqual([
      400,
      ['trade_id_list[0] E000014', 'trade_id_list[1] E000014'],
    ]);
    await setBlock(platform(), '0');
    await setClosedDays(platform(), '1111111');
    expect(await refusalOf(generate(caller, [one]))).toEqual([400, ['trade_id_list[0] E000017']]);
    await setClosedDays(platform(), '0000000');
    expect(await listed(caller, ids)).toEqual(planned);
    expect((await generate(caller, ids)).status).toBe(200);
  });

  flow('sends each order once, even if it is called many times at once for the same orders', async () => {
    const ids = await plan(caller, 'race', 20);
    const versions = ids.map(() => '1');
    const answers = await Promise.all(Array.from({ length: 8 }, () => generate(caller, ids, versions)));
    const served = answers.filter(({ status }) => status === 200);
    expect(served.length).toBeGreaterThan(0);
    for (const { body } of served)
      expect(body.result_list).toEqual(ids.map((trade_id) => ({ trade_id, version: '2' })));
    for (const { status, body } of answers.filter((answer) => !served.includes(answer))) {
      expect(status).toBe(409);
      expect(new Set(body.error_list.map(({ error_code }) => error_code))).toEqual(new Set(['E000013']));
    }
    expect((await listed(caller, ids)).map((order) => order.replace(/^\S+/, ''))).toEqual(ids.map(() => ' 40 2'));
  });

  flow('notices earlier changes by an import', async () => {
    const [tradeId = ''] = await plan(caller, 'import', 1);
    const line = { trade_id: tradeId, member_code_self: seller, member_code_partner: buyer, status_code: '10' };
    await platform().load('trade', [{ ...line, version: '1', trade_comment: 'changed' }]);
    expect(await refusalOf(generate(caller, [tradeId], ['1']))).toEqual([409, ['trade_id_list[0] E000013']]);
    expect((await generate(caller, [tradeId], ['2'])).body.result_list).toEqual([{ trade_id: tradeId, version: '3' }]);
  });

  flow('sends hundreds of orders in one call, and leaves them unchanged in the next', async () => {
    const orders = manyOrders(200, 'many').map((order) => ({ ...order, send_flg: '0' }));
    const { rows } = await uploadOrders(caller, orders);
    const ids = rows.map(({ trade_id }) => trade_id);
    const first = await generate(caller, ids);
    expect(first.body.result_list).toEqual(ids.map((trade_id) => ({ trade_id, version: '2' })));
    expect((await generate(caller, ids)).body.result_list).toEqual(first.body.result_list);
  });
}
