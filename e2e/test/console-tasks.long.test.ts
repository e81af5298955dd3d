import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeDemoOrders } from '@trading-platform/bootstrap/demo-orders';
import { launchBrowser } from '@trading-platform/browser/launch-browser';
import { addDays, formatTokyoDate, type UploadRequest } from '@trading-platform/domain-types';
import { streamWorkbook } from '@trading-platform/order-file/workbook';
import type { Browser } from 'playwright-core';
import { ApiCaller, type Client } from '../src/api-caller.js';
import { ConsolePageVisitor, noQuickProblems } from '../src/browser/console-page-visitor.js';
import { type DemoMarket, loadDemoMarket, loadedRecords } from '../src/demo-market.js';
import { Platform } from '../src/platform.js';
import { type Given, outcomesTable, Person, pictureOf, tasks } from './console-tasks.js';

const kinds = ['members', 'master', 'trade', 'nottrade', 'orderclosing', 'businessholiday', 'delivery-places'];
const password = 'correct horse battery staple';
const headers = { prefer: 'wait=30' };
const ordersOfFile = 30;
/** If a person sees nothing new for this time, the task has failed. */
const patienceMs = 20_000;

type Order = UploadRequest['order_list'][number];
const columns = ['upload_no', 'member_code_self', 'member_code_partner', 'hope_delivery_date', 'send_flg'] as const;
const lineColumns = ['line_no', 'catalog_id', 'prod_lot_qty'] as const;

interface Master {
  readonly member_code: string;
  readonly member_code_partner: string;
  readonly member_name_partner: string;
  readonly catalog: readonly {
    readonly catalog_id: string;
    readonly item_name: string;
    readonly prod_lot_price: string;
  }[];
}

/**
 * Makes a workbook that repeats an order of one line. Three cells have a mistake: two quantities and one day are
 * written in words.
 */
async function workbookOf(order: Order): Promise<Pick<Given, 'workbook' | 'corrections'>> {
  const [line] = order.detail_list;
  const right = [order.hope_delivery_date, line?.catalog_id, String(line?.prod_lot_qty)] as const;
  const rows = Array.from({ length: ordersOfFile }, (_, index) => [
    `EXCEL-${index + 1}`,
    order.member_code_self,
    order.member_code_partner,
    index === 20 ? 'next week' : right[0],
    '1',
    '1',
    String(right[1]),
    index === 4 ? 'five' : index === 9 ? '2 boxes' : right[2],
  ]);
  const chunks: Uint8Array[] = [];
  const table = { name: 'Orders', headings: [...columns, ...lineColumns], rows: pages([rows]) };
  for await (const chunk of streamWorkbook(table)) chunks.push(chunk);
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  return {
    workbook: { name: 'orders.xlsx', mimeType, buffer: Buffer.concat(chunks) },
    corrections: [
      { cell: 'prod_lot_qty, line 6', value: right[2] },
      { cell: 'prod_lot_qty, line 11', value: right[2] },
      { cell: 'hope_delivery_date, line 22', value: right[0] },
    ],
  };
}

async function* pages<Row>(all: readonly (readonly Row[])[]) {
  for (const some of all) yield some;
}

describe('the tasks of a clerk and of a support person', () => {
  let browser: Browser;
  let platform: Platform;
  let market: DemoMarket;
  let given: Given;
  let visitor: ConsolePageVisitor;
  const outcomes: { task: (typeof tasks)[number]; person: Person; failure?: string }[] = [];

  const made = new Set<string>();
  const user = async (userId: string, memberCode: string) => {
    if (made.has(userId)) return { userId, password };
    made.add(userId);
    const options = ['--user-id', userId, '--member-code', memberCode, '--replace', '--no-member-check'];
    await platform.operate(['user', 'create', ...options], password);
    return { userId, password };
  };
  const system = async (client: Client, userId: string, memberCode: string) =>
    ApiCaller.signIn(platform, { ...(await user(userId, memberCode)), ...client });

  const endGrants = async ({ clientId }: Client) => {
    const grants = await platform.operate<readonly { readonly grant_id: string }[]>([
      'grant',
      'list',
      '--client-id',
      clientId,
    ]);
    for (const { grant_id } of grants) await platform.operate(['grant', 'end', '--grant-id', grant_id]);
  };

  beforeAll(async () => {
    [browser, platform] = await Promise.all([launchBrowser(), Platform.start({ database: 'sqlite' })]);
    market = await loadDemoMarket(platform, kinds, '300');
    await platform.startService('console', { settings: await platform.consoleSettings() });
    given = await workOfTheNight();
    visitor = await ConsolePageVisitor.arrive(browser, { url: platform.consoleUrl, authUrl: platform.authUrl });
    await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await visitor.signIn({ userId: 'mika', password });
    visitor.context.setDefaultTimeout(patienceMs);
  });

  afterAll(async () => {
    const table = outcomesTable(outcomes);
    process.stdout.write(`\n${table}\n`);
    const folder = process.env['CONSOLE_PICTURES'];
    if (folder !== undefined) await writeFile(join(folder, 'tasks.md'), `${table}\n`);
    await browser.close();
    await platform.stop();
  });

  /** Does the work of systems and of the other side before the day begins. */
  async function workOfTheNight(): Promise<Given> {
    const ordersFile = join(platform.folder, 'orders.json');
    const { headOffice } = market;
    await writeDemoOrders({ masterFile: join(market.folder, 'master.ndjson'), ordersFile, memberCode: headOffice });
    const { order_list: orders } = JSON.parse(await readFile(ordersFile, 'utf8')) as UploadRequest;
    const [first, second] = orders as [Order, Order];
    const catalogId = first.detail_list[0]?.catalog_id ?? '';
    const product = (await loadedRecords<Master>(market, 'master')).find(
      ({ member_code, catalog }) => member_code === headOffice && catalog[0]?.catalog_id === catalogId,
    );
    if (product === undefined) throw new Error(`No product ${catalogId}`);

    const [client, twin, old] = [
      await platform.createClient('Nightly import'),
      await platform.createClient('Nightly import'),
      await platform.createClient('Old register'),
    ];
    const nightly = await system(client, 'haru', headOffice);
    const early = { ...second, upload_no: 'NIGHT-2', hope_delivery_date: '2020-01-01' };
    const upload = await nightly.call('/order/upload/request', { order_list: [...orders, early] }, { headers });
    expect(upload.body).toMatchObject({ error_count: '1' });
    interface Taken {
      readonly trade_id: string;
      readonly check_number: string;
      readonly version: string;
    }
    const { body: outcome } = await nightly.call<{ result_list: readonly Taken[] }>('/order/upload/get', {
      batch_id: upload.body['batch_id'],
      seq_from: '1',
      seq_to: '100',
    });
    const taken = outcome.result_list;
    const selling = await platform.caller(second.member_code_partner);
    const shipment = { update_no: 'ship-1', trade_id: taken[1]?.trade_id, version: taken[1]?.version, action: 'ship' };
    const shipped = await selling.call('/trade/update/request', { slip_list: [shipment] }, { headers });
    expect(shipped.body).toMatchObject({ error_count: '0' });

    const today = formatTokyoDate(Date.now());
    const period = { target_date_set: '0', target_date_from: addDays(today, -1), target_date_to: today };
    const slips = await nightly.call('/trade/download/request', period, { headers });
    await nightly.call('/trade/download/get', { batch_id: slips.body['batch_id'], seq_from: '1', seq_to: '1000' });
    const master = await nightly.call('/master/download/buy/request', {}, { headers });

    const former = await system(old, 'sora', headOffice);
    const formerBatch = await former.call(
      '/setting/orderclosing/download/request',
      { member_code_seller: [first.member_code_partner] },
      { headers },
    );
    await endGrants(old);
    await system(client, 'mika', headOffice);
    await system(twin, 'mika', headOffice);
    const numbered = (index: number) => ({
      checkNumber: taken[index]?.check_number ?? '',
      tradeId: taken[index]?.trade_id ?? '',
    });
    return {
      ...(await workbookOf({ ...first, detail_list: first.detail_list.slice(0, 1) })),
      refusedUpload: early.upload_no,
      seller: { memberCode: first.member_code_partner, name: product.member_name_partner },
      product: {
        catalogId,
        name: product.catalog[0]?.item_name ?? '',
        price: Number(product.catalog[0]?.prod_lot_price).toLocaleString('en'),
      },
      slip: numbered(0),
      shipped: numbered(1),
      planned: numbered(orders.length - 1),
      takenBatch: String(slips.body['batch_id']),
      formerBatch: String(formerBatch.body['batch_id']),
      formerName: 'Old register',
      masterBatch: String(master.body['batch_id']),
    };
  }

  it.each(tasks.map((task, index) => [`${task.who}: ${task.wants}`, task, index] as const))(
    '%s',
    async (_, task, index) => {
      const person = new Person(visitor);
      await visitor.page.goto(platform.consoleUrl);
      await visitor.heading('Overview');
      const failure = await task.steps(person, given).then(
        () => undefined,
        (error: unknown) => (error as Error).message.split('\n')[0] ?? '',
      );
      outcomes.push({ task, person, ...(failure === undefined ? {} : { failure }) });
      const folder = process.env['CONSOLE_PICTURES'];
      if (folder !== undefined) {
        await mkdir(folder, { recursive: true });
        for (const width of [390, 1280]) {
          await visitor.look(width, false);
          await visitor.page.screenshot({ path: pictureOf(folder, index, width), fullPage: true });
        }
      }
      expect(failure).toBeUndefined();
      expect(await visitor.quickProblems()).toEqual(noQuickProblems);
      expect(await visitor.cutContents([768, 390, 320])).toEqual([]);
    },
  );
});
