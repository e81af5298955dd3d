import { readFile, writeFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { PlatformClient } from '@trading-platform/client';
import type { MasterRecord, UploadOrder } from '@trading-platform/domain-types';
import type { ApiCaller } from '../src/api-caller.js';
import { CallerFolder } from '../src/caller-folder.js';
import type { DescribeFlow } from '../src/describe-platform.js';
import { KilledCaller } from '../src/killed-caller.js';
import { anOrder, loadOrderMarket, manyOrders, orderMembers } from '../src/order-market.js';
import type { Platform } from '../src/platform.js';

const { buyer, seller, stranger } = orderMembers;
const slipCount = 120;
const day = '2026-04-02';
const slipsOfDay = { target_date_set: '2', target_date_from: day, target_date_to: day };
const dayOptions = ['--target-date-set', '2', '--target-date-from', day, '--target-date-to', day];
const slipIds = Array.from({ length: slipCount }, (_, index) => `c-${String(index).padStart(3, '0')}`);
const slip = (trade_id: string) => ({ trade_id, member_code_self: buyer, status_code: '40', order_day: day });
const product = (item_id: string, item_name: string) => ({
  member_code: buyer,
  member_code_partner: seller,
  buy: [{ item_id, item_name }],
});

/** The key of a product in a download, and the fields that are compared. */
const keyOf = (record: Pick<MasterRecord, 'member_code' | 'member_code_partner' | 'buy'>) =>
  [record.member_code, record.member_code_partner, record.buy[0]?.item_id].join(' ');
const contentOf = ({ batch_id: _batch, seq: _seq, create_date: _date, ...record }: MasterRecord) => record;

/** A caller that uses the SDK and `tp`. */
export function describeCallers(flow: DescribeFlow, platform: () => Platform): void {
  let caller: ApiCaller;
  let place: CallerFolder;
  let client: PlatformClient;
  const as = ['--credentials', 'caller.json'];

  beforeAll(async () => {
    await loadOrderMarket(platform());
    await platform().load('trade', slipIds.map(slip));
    caller = await platform().caller(buyer);
    place = await CallerFolder.make(caller.addresses, caller.credentials);
    client = new PlatformClient({ ...caller.credentials, ...caller.addresses });
  });

  afterAll(() => place.remove());

  flow('stops a download in the middle, and resumes it', async () => {
    const how = { recordsPerGet: 25, acknowledge: 'by-caller' } as const;
    const download = client.trade.download(slipsOfDay, how);
    const ids: string[] = [];
    for await (const { trade_id } of download) {
      if (ids.length === 60) break;
      ids.push(trade_id);
    }
    for await (const { trade_id } of client.trade.resume(download.position ?? { batchId: '' }, how)) ids.push(trade_id);
    expect(ids).toEqual(slipIds);
  });

  flow('keeps a copy current by changes and removals', async () => {
    const copy = new Map<string, object>();
    const first = client.master.download({});
    for await (const record of first) copy.set(keyOf(record), contentOf(record));
    const { changeCursor = '', changesOnly: isChanges } = await first.ready;
    expect([copy.size, isChanges, changeCursor === '']).toEqual([60, false, false]);

    await platform().load('master', [product('new', 'new'), product(`i-${seller}-20`, 'changed')]);
    const gone = [product(`i-${seller}-19`, ''), product(`i-${seller}-18`, '')];
    await platform().operate(
      ['import', 'master', '-', '--delete'],
      gone.map((line) => `${JSON.stringify(line)}\n`).join(''),
    );
    const changes = client.master.download({}, { changesSince: changeCursor });
    const { batchId, changesOnly, recordCount } = await changes.ready;
    expect([changesOnly, recordCount]).toEqual([true, 2]);
    const removed = await client.batches.removed(batchId).toArray();
    expect(removed).toHaveLength(2);
    for (const { member_code, member_code_partner, item_id } of removed)
      copy.delete([member_code, member_code_partner, item_id].join(' '));
    for await (const record of changes) copy.set(keyOf(record), contentOf(record));

    const whole = await client.master.download({}).toArray();
    expect(Object.fromEntries(copy)).toEqual(Object.fromEntries(whole.map((each) => [keyOf(each), contentOf(each)])));
  });

  flow('uploads orders once, however often they are sent', async () => {
    const orders = [...manyOrders(10, 'both'), anOrder('both-no', { member_code_partner: stranger })] as UploadOrder[];
    const results = await client.orders.upload(orders);
    expect(results.map(({ result }) => result)).toEqual([...Array<string>(10).fill('0'), '1']);
    expect(await client.orders.upload(orders)).toEqual(results);
    await writeFile(place.path('orders.json'), JSON.stringify({ order_list: [anOrder('both-tp')] }));
    const sent = [
      await place.tp('order', 'upload', 'orders.json', ...as),
      await place.tp('order', 'upload', 'orders.json', ...as),
    ];
    expect(sent.map(({ code }) => code)).toEqual([0, 0]);
    const listed = await client.orders.list().toArray();
    expect(listed.filter(({ upload_no: no }) => no.startsWith('both-'))).toHaveLength(11);
  });

  flow('completes killed downloads of tp, in other formats too', async () => {
    const slips = ['download', 'trade', ...as, ...dayOptions, '--not-downloaded-flg', '1', '--records-per-get', '4'];
    const killed = await KilledCaller.make(caller);
    const args = [...slips, '--out', 'slips.ndjson'];
    expect((await killed.killedAtGet(7, args)).code).toBeNull();
    expect(await killed.place.tp(...args)).toMatchObject({ code: 0 });
    const lines = (await killed.place.read('slips.ndjson')).trimEnd().split('\n');
    await killed.remove();
    expect(lines.map((line) => (JSON.parse(line) as { trade_id: string }).trade_id)).toEqual(slipIds);
    // These slips have been acknowledged.
    expect((await place.tp(...slips, '--out', 'rest.ndjson')).output).toMatch(/^0 records/);

    const master = ['download', 'master', ...as, '--table', 'catalog', '--out'];
    expect(await place.tp(...master, 'm.csv.gz')).toMatchObject({ code: 0 });
    const rows = gunzipSync(await readFile(place.path('m.csv.gz')))
      .toString()
      .trimEnd()
      .split('\r\n');
    expect(await place.tp(...master, 'm.parquet')).toMatchObject({ code: 0 });
    expect((await readFile(place.path('m.parquet'))).subarray(0, 4).toString()).toBe('PAR1');
    expect(rows).toHaveLength(1 + 57);
  });
}
