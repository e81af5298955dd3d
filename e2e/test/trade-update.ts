import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect } from '@jest/globals';
import type { ApiCaller } from '../src/api-caller.js';
import { CallerFolder } from '../src/caller-folder.js';
import type { DescribeFlow } from '../src/describe-platform.js';
import { dayAhead, manyOrders, openOrderMarket, uploadOrders } from '../src/order-market.js';
import type { Platform } from '../src/platform.js';
import { administrate } from '../src/platform-databases.js';

const path = '/trade/update';
const download = '/trade/download';
const period = { target_date_set: '2', target_date_from: dayAhead(-1), target_date_to: dayAhead(1) };

interface Result {
  readonly seq: string;
  readonly result: string;
  readonly trade_id: string;
  readonly status_code: string;
  readonly version: string;
  readonly error_list: readonly { readonly error_item: string; readonly error_code: string }[];
}

interface Shown {
  readonly confirmed_at: string;
  readonly actions: readonly string[];
}

interface Slip {
  readonly trade_id: string;
  readonly status_code: string;
  readonly seq: string;
}

/**
 * Tests updates of slips over HTTP, with all services.
 *
 * @param isWhole whether the worker is killed too
 */
export function describeTradeUpdate(flow: DescribeFlow, platform: () => Platform, isWhole: boolean): void {
  let buyers: ApiCaller;
  let sellers: ApiCaller;

  beforeAll(async () => {
    ({ buyers, sellers } = await openOrderMarket(platform()));
  });

  const order = async (prefix: string, count: number) => {
    const { rows } = await uploadOrders(buyers, manyOrders(count, prefix));
    return rows.map(({ trade_id }) => trade_id);
  };

  flow('is one call for a caller that waits, and counts the refusals', async () => {
    const [one, two] = await order('wait', 2);
    const slip_list = [one, two].map((trade_id, place) => ({
      update_no: `wait ${place}`,
      trade_id,
      version: String(1 + place),
      action: 'confirm',
      delivery_date: dayAhead(30),
    }));
    const answer = await sellers.call(`${path}/request`, { slip_list }, { headers: { Prefer: 'wait=30' } });
    expect(answer).toMatchObject({
      status: 200,
      body: { result: 0, batch_flg: '3', record_count: '2', error_count: '1' },
    });
    const results = await resultsOf(sellers, String(answer.body['batch_id']), 2);
    expect(results).toMatchObject([
      { seq: '1', result: '0', trade_id: one, status_code: '40', version: '2', error_list: [] },
      {
        seq: '2',
        result: '1',
        trade_id: two,
        status_code: '40',
        version: '1',
        error_list: [{ error_code: 'E000013' }],
      },
    ]);
  });

  flow('is sent from a file by tp, which reports the refusals', async () => {
    const [one, two] = await order('file', 2);
    const place = await CallerFolder.make(sellers.addresses, sellers.credentials);
    const action = { action: 'confirm', delivery_date: dayAhead(30) };
    const updates = [
      { update_no: 'file 1', trade_id: one, version: '1', ...action },
      { update_no: 'file 2', trade_id: two, version: '7', ...action },
    ];
    await writeFile(place.path('updates.json'), JSON.stringify({ slip_list: updates }));
    const { code, output } = await place.tp('trade', 'update', 'updates.json', '--credentials', 'caller.json');
    expect(code).toBe(1);
    expect(output).toMatch(new RegExp(`^file 1 +accepted +${one} +40 +2`, 'm'));
    expect(output).toMatch(new RegExp(`^file 2 +refused +${two} +40 +1 .*E000013`, 'm'));
    await place.remove();
  });

  flow('shows both sides their possible actions', async () => {
    const [id] = await order('next', 1);
    const show = async (caller: ApiCaller) => {
      const { body } = await caller.call<{ trade: Shown }>(`/trades/${id}`, undefined, { method: 'GET' });
      return [body.trade.confirmed_at === '', body.trade.actions];
    };
    expect(await show(buyers)).toEqual([true, ['change', 'cancel']]);
    expect(await show(sellers)).toEqual([true, ['cancel', 'confirm', 'ship']]);
    await update(sellers, [{ update_no: 'next', trade_id: id, version: '1', action: 'confirm' }]);
    expect(await show(buyers)).toEqual([false, []]);
    expect(await show(sellers)).toEqual([false, ['cancel', 'ship']]);
  });

  flow('takes the version from a record of the own trade download', async () => {
    const ids = await order('seq', 3);
    const { batchId, slips } = await downloadSlips(sellers, { trade_id: ids });
    const shipment = (slip: Slip, no: string) => ({
      update_no: `${no} ${slip.seq} of ${batchId}`,
      trade_id: slip.trade_id,
      batch_id: batchId,
      seq: slip.seq,
      action: 'ship',
    });
    const shipped = await update(
      sellers,
      slips.map((slip) => shipment(slip, 'first')),
    );
    expect(shipped.map(({ status_code, version }) => [status_code, version])).toEqual(ids.map(() => ['60', '2']));
    const first = slips.slice(0, 1);
    const again = await update(
      sellers,
      first.map((slip) => shipment(slip, 'second')),
    );
    expect(again).toMatchObject([{ error_list: [{ error_item: 'seq', error_code: 'E000013' }] }]);
    const ofBuyer = await update(
      buyers,
      first.map((slip) => ({ ...shipment(slip, 'third'), action: 'receive' })),
    );
    expect(ofBuyer).toMatchObject([{ error_list: [{ error_item: 'batch_id', error_code: 'E000009' }] }]);
  });

  flow('delivers changed slips again, also to callers that ask only for changes', async () => {
    const ids = await order('again', 2);
    const wanted = { trade_id: ids, not_downloaded_flg: '1' };
    expect((await downloadSlips(buyers, wanted)).slips).toHaveLength(2);
    // Marks are written a moment after an answer has arrived.
    while ((await downloadSlips(buyers, wanted)).slips.length > 0) await sleep(100);
    const { cursor } = await downloadSlips(buyers, { trade_id: ids });
    const [changed] = ids;
    await update(sellers, [{ update_no: 'again', trade_id: changed, version: '1', action: 'ship' }]);
    expect((await downloadSlips(buyers, wanted)).slips).toMatchObject([{ trade_id: changed, status_code: '60' }]);
    const changes = await downloadSlips(buyers, { trade_id: ids }, { Prefer: `changes-since=${cursor}` });
    expect(changes.slips).toMatchObject([{ trade_id: changed, status_code: '60' }]);
  });

  flow('is refused as a whole if the request alone shows that it is wrong', async () => {
    const [id] = await order('whole', 1);
    const confirm = { update_no: 'w1', trade_id: id, version: '1', action: 'confirm' };
    const line = { trade_prod_id: '1', prod_lot_qty: '1' };
    const refused = await sellers.call(`${path}/request`, {
      slip_list: [
        confirm,
        { ...confirm, update_no: 'w2' },
        { ...confirm, trade_id: 'x3', action: 'dance' },
        { ...confirm, update_no: 'w4', trade_id: 'x4', receipt_day: dayAhead(0) },
        {
          update_no: 'w5',
          trade_id: 'x5',
          action: 'ship',
          detail_list: [
            { ...line, prod_lot_qty: '-1' },
            { ...line, trade_prod_id: '2', prod_lot_qty: '1.00001' },
            line,
            { ...line, trade_prod_id: '4', prod_lot_price: '1000000000000' },
          ],
        },
      ],
    });
    expect(refused.status).toBe(400);
    const items = (refused.body['error_list'] as { error_item: string; error_code: string }[]).map(
      ({ error_item, error_code }) => `${error_item} ${error_code}`,
    );
    expect(items.toSorted()).toEqual([
      'slip_list[1].trade_id E000015',
      'slip_list[2].action E000004',
      'slip_list[2].update_no E000015',
      'slip_list[3].receipt_day E000004',
      'slip_list[4].detail_list[0].prod_lot_qty E000002',
      'slip_list[4].detail_list[1].prod_lot_qty E000002',
      'slip_list[4].detail_list[2].trade_prod_id E000015',
      'slip_list[4].detail_list[3].prod_lot_price E000002',
      'slip_list[4].version E000001',
    ]);
    expect(await update(sellers, [confirm])).toMatchObject([{ result: '0', version: '2' }]);
  });

  if (isWhole) {
    flow('ends with every update made exactly once, even if its worker is killed', async (running) => {
      const { batchId, ids } = await killInTheMiddle(running, sellers, order);
      await running.startService('worker');
      expect(await sellers.waitForEnd(path, batchId)).toEqual({ flag: '3', count: ids.length });
      const results = await resultsOf(sellers, batchId, ids.length);
      expect(results.map(({ trade_id, version }) => [trade_id, version])).toEqual(ids.map((id) => [id, '2']));
      for (const side of [buyers, sellers]) {
        const { slips } = await downloadSlips(side, { status_code: ['60'] });
        const shipped = slips.map(({ trade_id }) => trade_id).filter((id) => ids.includes(id));
        expect(shipped.toSorted()).toEqual(ids.toSorted());
      }
    });
  }

  flow('that ends with an error reports the updates that were made before', async (running) => {
    const [id] = await order('failed', 1);
    await refuseNumbers(running);
    const slip_list = [{ update_no: 'never', trade_id: id, version: '1', action: 'confirm' }];
    const batchId = await sellers.request(path, { slip_list });
    expect(await sellers.waitForEnd(path, batchId)).toMatchObject({ flag: '5' });
    expect(await resultsOf(sellers, batchId, 1)).toEqual([]);
  });
}

/** Ships slips until a kill hits a worker in the middle of its work. */
async function killInTheMiddle(
  running: Platform,
  caller: ApiCaller,
  order: (prefix: string, count: number) => Promise<readonly string[]>,
) {
  for (let round = 0; ; round++) {
    const ids = await order(`killed ${round} `, 400);
    const slip_list = ids.map((id) => ({ update_no: id, trade_id: id, version: '1', action: 'ship' }));
    const batchId = await caller.request(path, { slip_list });
    while ((await flagOf(caller, batchId)) === '1');
    await running.service('worker').end('SIGKILL');
    if ((await flagOf(caller, batchId)) === '2') return { batchId, ids };
    await running.startService('worker');
  }
}

async function flagOf(caller: ApiCaller, batchId: string): Promise<unknown> {
  return (await caller.call(`${path}/check`, { batch_id: batchId })).body['batch_flg'];
}

async function update(caller: ApiCaller, slip_list: readonly object[]): Promise<readonly Result[]> {
  const batchId = await caller.request(path, { slip_list });
  const { flag } = await caller.waitForEnd(path, batchId);
  expect(flag).toBe('3');
  return resultsOf(caller, batchId, slip_list.length);
}

async function resultsOf(caller: ApiCaller, batchId: string, count: number): Promise<readonly Result[]> {
  return caller.records<Result>(path, { batchId, count, arrayName: 'result_list', pageSize: 1_000 });
}

async function downloadSlips(caller: ApiCaller, criteria: object, headers: Readonly<Record<string, string>> = {}) {
  const { status, body } = await caller.call(`${download}/request`, { ...period, ...criteria }, { headers });
  expect(status).toBe(200);
  const batchId = String(body['batch_id']);
  const { count } = await caller.waitForEnd(download, batchId);
  const check = await caller.call(`${download}/check`, { batch_id: batchId });
  const slips = await caller.records<Slip>(download, { batchId, count, arrayName: 'trade', pageSize: 1_000 });
  return { batchId, slips, cursor: check.headers.get('x-change-cursor') ?? '' };
}

/** From now on, the database refuses to store the number of an update. */
async function refuseNumbers(running: Platform): Promise<void> {
  const address = running.environment['ORDERING_DATABASE_URL'] ?? '';
  await administrate(address, [
    `CREATE FUNCTION refuse_update() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RAISE EXCEPTION 'as the test wants'; END$$`,
    'CREATE TRIGGER refuse_update BEFORE INSERT ON update_number FOR EACH ROW EXECUTE FUNCTION refuse_update()',
  ]);
}
