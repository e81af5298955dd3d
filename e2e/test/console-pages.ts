import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeDemoOrders } from '@trading-platform/bootstrap/demo-orders';
import { addDays, type Right, type UploadRequest } from '@trading-platform/domain-types';
import { rightMeanings } from '@trading-platform/domain-types/meanings';
import type { Browser, Locator, Page, Request, Route } from 'playwright-core';
import { ApiCaller } from '../src/api-caller.js';
import {
  ConsolePageVisitor,
  type ConsoleUser,
  noProblems,
  noQuickProblems,
} from '../src/browser/console-page-visitor.js';
import { takePictures } from '../src/browser/console-pictures.js';
import type { VisitorOptions } from '../src/browser/page-visitor.js';
import { type DemoMarket, loadDemoMarket } from '../src/demo-market.js';
import { heavySlips, loadHeavySlips } from '../src/heavy-slips.js';
import type { Platform } from '../src/platform.js';

const kinds = ['members', 'master', 'trade', 'nottrade', 'orderclosing', 'businessholiday', 'delivery-places'];
/** The settings of a platform that sends events to a receiver of the tests. */
export const eventSettings = { EVENT_ADDRESSES: '127.0.0.0/8', EVENT_ALLOW_HTTP: '1' };
const password = 'correct horse battery staple';
/** The window widths of the long test, besides a wide window and a phone. */
const otherWidths = [1024, 768, 320];
/** The short test examines a page of each kind: with a form, a long table, a calendar, choices, and facts with a time line. */
const pagesOfShort = ['request', 'records', 'delivery', 'orders-planned', 'slip'];
const orderColumns = [
  'upload_no',
  'member_code_self',
  'member_code_partner',
  'hope_delivery_date',
  'send_flg',
] as const;

let browser: Browser;
let platform: Platform;
let market: DemoMarket;
let orders: UploadRequest['order_list'];

/** The orders that the demo contains. The last order is a planned order. */
async function demoOrders(): Promise<UploadRequest['order_list']> {
  const ordersFile = join(platform.folder, 'orders.json');
  await writeDemoOrders({
    masterFile: join(market.folder, 'master.ndjson'),
    ordersFile,
    memberCode: market.headOffice,
  });
  return (JSON.parse(await readFile(ordersFile, 'utf8')) as UploadRequest).order_list;
}

/** The same orders as a CSV file, with days as spreadsheets write them. The third line has another quantity. */
function orderFile(quantity: string) {
  const rows = orders.flatMap((order) =>
    order.detail_list.map((line) => [
      ...orderColumns.map((name) => (name === 'hope_delivery_date' ? order[name].replaceAll('-', '/') : order[name])),
      line.line_no,
      line.catalog_id,
      line.prod_lot_qty,
    ]),
  );
  rows[1]?.splice(-1, 1, quantity);
  const text = [[...orderColumns, 'line_no', 'catalog_id', 'prod_lot_qty'], ...rows].map(
    (row) => `${row.map((cell) => `"${cell}"`).join(',')}\r\n`,
  );
  return { name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from(text.join('')) };
}

async function aUser(userId: string, memberCode = market.headOffice): Promise<ConsoleUser> {
  const user = ['--user-id', userId, '--member-code', memberCode, '--replace', '--no-member-check'];
  await platform.operate(['user', 'create', ...user], password);
  return { userId, password };
}

const arrived = (options?: VisitorOptions) =>
  ConsolePageVisitor.arrive(browser, { url: platform.consoleUrl, authUrl: platform.authUrl }, options);

async function signedIn(
  userId: string,
  { memberCode = market.headOffice, ...options }: VisitorOptions & { readonly memberCode?: string } = {},
): Promise<ConsolePageVisitor> {
  const visitor = await arrived(options);
  await visitor.signIn(await aUser(userId, memberCode));
  return visitor;
}

async function chooseMaster(page: Page): Promise<void> {
  await page.locator('.kinds').getByRole('link', { name: 'Master', exact: true }).click();
  await page.waitForURL(/\/request\/master$/);
}

/** Requests all master records on the request page. Returns the number of the batch, whose page is then shown. */
async function requestMaster(page: Page): Promise<string> {
  await chooseMaster(page);
  await page.getByLabel('Own group divisions').fill(market.memberGroups.join('\n'));
  await page.getByRole('button', { name: 'Request the download' }).click();
  await page.waitForURL(/\/batches\/\d+$/);
  return page.url().split('/').at(-1) ?? '';
}

/**
 * Makes the batches that the member's application would make in one night, so that the pages have content.
 *
 * @returns the number of an upload that refuses the second of its orders
 */
async function work(daysBefore: readonly number[]): Promise<string> {
  const client = await platform.createClient('Nightly import');
  const caller = await ApiCaller.signIn(platform, { ...(await aUser('haru')), ...client });
  const headers = { prefer: 'wait=30' };
  const sellers = orders.map((order) => order.member_code_partner);
  for (const days of daysBefore) {
    const period = { target_date_from: addDays('2026-11-20', -days), target_date_to: '2026-11-20' };
    const answers = [
      await caller.call('/trade/download/request', { target_date_set: '2', ...period }, { headers }),
      await caller.call('/master/download/buy/request', { client_member_code_list: sellers.slice(-days) }, { headers }),
      await caller.call('/setting/orderclosing/download/request', { member_code_seller: sellers }, { headers }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  }
  const [order] = orders;
  // An upload number of the maximum length, which cannot be broken into two lines.
  const planned = { ...order, upload_no: 'W'.repeat(40), send_flg: '0' };
  const early = { ...order, upload_no: 'M'.repeat(40), hope_delivery_date: '2020-01-01' };
  const upload = await caller.call('/order/upload/request', { order_list: [planned, early] }, { headers });
  expect(upload.body).toMatchObject({ record_count: '2', error_count: '1' });
  return String(upload.body['batch_id']);
}

/** Changes a planned order from the seller's side, as an import does. */
async function changeOrder(tradeId: string, seller: string): Promise<void> {
  const view = { trade_id: tradeId, member_code_self: seller, member_code_partner: market.headOffice };
  await platform.load('trade', [{ ...view, status_code: '10', version: '1', trade_comment: 'changed' }]);
}

/** Lets the first answer with a file end early, and holds the next answer until the message about this was seen. */
function cutFirstAnswer(seen: Promise<void> = Promise.resolve()): (route: Route) => Promise<void> {
  let isCut = false;
  return async (route) => {
    if (isCut) await seen;
    const answer = await route.fetch();
    const content = await answer.body();
    if (isCut || !answer.ok()) return route.fulfill({ response: answer });
    isCut = true;
    const headers = { 'Content-Length': String(content.length) };
    return route.fulfill({ headers, body: content.subarray(0, content.length / 2) });
  };
}

/** Examines a page in the other windows, and returns to the narrow window with dark colours. */
async function examineEverywhere(reader: ConsolePageVisitor, name: string): Promise<void> {
  await reader.look(1280, false);
  expect([name, await reader.quickProblems()]).toEqual([name, noQuickProblems]);
  expect([name, await reader.cutContents(otherWidths)]).toEqual([name, []]);
  await takePictures(reader, name);
  await reader.look(360, true);
}

/** The total that the last preview showed. */
let previewed = '';

/** Takes an action on the slip that a user sees, after the outcome was previewed. */
async function takeAction(
  { page }: ConsolePageVisitor,
  verb: string,
  done: string,
  fill: (dialog: Locator) => Promise<void> = async () => undefined,
): Promise<void> {
  await page.getByRole('button', { name: verb, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await fill(dialog);
  await dialog.getByRole('button', { name: 'See the outcome' }).click();
  await dialog.getByText('Possible. Nothing has been sent yet.').waitFor();
  previewed = await dialog.locator('.total').locator('td, dd').last().innerText();
  await dialog.getByRole('button', { name: verb, exact: true }).click();
  await page.getByText(done).waitFor();
  await dialog.waitFor({ state: 'detached' });
}

const missing = {
  en: {
    mayNot: 'This application may not',
    lacks: (right: Right) => `This application may not ${rightMeanings[right].en}`,
    connections: 'Connections',
  },
  ja: {
    mayNot: 'このアプリケーションには',
    lacks: (right: Right) => `「${rightMeanings[right].ja}」権限がありません`,
    connections: '接続',
  },
} as const;

/** Makes the page behave as if the console had only these rights. */
async function holdOnly(page: Page, held: readonly string[]): Promise<void> {
  await page.unroute('**/api/session');
  await page.route('**/api/session', async (route) => {
    const response = await route.fetch();
    const session = (await response.json()) as { readonly rights: readonly { readonly name: string }[] };
    const rights = session.rights.map((right) => ({ ...right, isHeld: held.includes(right.name) }));
    await route.fulfill({ response, json: { ...session, rights } });
  });
}

/** The answer of the console if the data API refuses a call because a right is missing. */
const missingRight = {
  error: {
    code: 'not-permitted',
    message: 'The call is not permitted',
    requestId: 'r',
    fields: [],
    right: {
      name: 'trade',
      words: rightMeanings.trade,
    },
  },
};

/** The calls that the pages make when they are opened, and whose refusal the user must see. */
const callsOfPages = (batchId: string): Readonly<Record<string, readonly string[]>> => ({
  '/': ['**/api/overview'],
  [`/batches/${batchId}/records`]: ['**/api/batches/*/records?*', '**/api/functions/*/record'],
  '/request': ['**/api/functions'],
  '/orders': ['**/api/orders/form'],
  '/orders?view=planned': ['**/api/orders?*'],
  '/orders?view=all': ['**/api/orders?*'],
  '/orders?upload=1': ['**/api/orders/uploads/1'],
  '/slips': ['**/api/slips?*'],
  '/slips/T1': ['**/api/slips/T1'],
  '/partners/1': ['**/api/partners/1', '**/api/partners/1/terms'],
  '/products/1/2': ['**/api/partners/1/products/2'],
  '/events': ['**/api/events'],
  '/events?view=endpoints': ['**/api/endpoints'],
  '/connections': ['**/api/connections'],
});

interface ConsolePagesTest {
  readonly masterRecords: number;
  /**
   * Whether every page is used, each page and each of its states is examined in both languages and all widths, and
   * services are killed during downloads. Otherwise only downloads, orders, slips and connections are used in English,
   * and some pages are examined once, in Japanese, in a narrow window with dark colours.
   */
  readonly isWhole: boolean;
}

export function describeConsolePages(
  theBrowser: () => Browser,
  thePlatform: () => Platform,
  { masterRecords, isWhole }: ConsolePagesTest,
): void {
  describe('the pages of the console', () => {
    /** One user is signed in during most tests. */
    let visitor: ConsolePageVisitor;
    let page: Page;

    beforeAll(async () => {
      [browser, platform] = [theBrowser(), thePlatform()];
      market = await loadDemoMarket(platform, kinds, String(masterRecords));
      orders = await demoOrders();
      visitor = await signedIn('mika');
      ({ page } = visitor);
    });

    afterAll(() => void receiver?.close());

    /** In the short test axe-core examines only states that no other test examines. */
    const problemsOfState = () => (isWhole ? visitor.problems() : visitor.quickProblems());
    const noProblemsOfState = isWhole ? noProblems : noQuickProblems;

    let finished: string;
    let endpointPath: string;
    let receiver: Server | undefined;
    let worked: Promise<string> | undefined;

    it('lead from a request to its records and to a file', async () => {
      await page.getByText('No batches yet').waitFor();
      expect(await problemsOfState()).toEqual(noProblemsOfState);

      await visitor.go('request');
      await page.getByRole('tab', { name: 'tp' }).click();
      finished = await requestMaster(page);

      // The page of the batch updates itself until the batch has ended.
      await visitor.state('Finished').waitFor();
      expect(await page.locator('.criteria').innerText()).toContain(market.memberGroups.join(', '));
      // If the platform is older than the console, the request page passes this state on to the page of the batch.
      await page.evaluate("history.replaceState({ ignored: ['colour'] }, '')");
      await page.reload();
      await page.locator('.notice.warn code', { hasText: 'colour' }).waitFor();
      expect(await problemsOfState()).toEqual(noProblemsOfState);

      const seen = page.getByText('The line broke').waitFor();
      await page.route('**/download?*', cutFirstAnswer(seen));
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'NDJSON' }).click(),
        seen,
      ]);
      await page.unroute('**/download?*');
      const lines = (await readFile(await file.path(), 'utf8')).trim().split('\n');
      expect([file.suggestedFilename(), lines.length]).toEqual([`master-${finished}.ndjson`, masterRecords]);
      await page.getByText(`master-${finished}.ndjson is whole`).waitFor();

      await page.getByRole('link', { name: 'Open the records' }).click();
      await page.getByPlaceholder('Go to No.').fill(String(masterRecords));
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: `Open record ${masterRecords.toLocaleString('en')}` }).click();
      const shown = JSON.parse(lines.at(-1) ?? '') as { readonly member_name: string };
      await page.getByRole('dialog').getByText(shown.member_name, { exact: true }).waitFor();
      expect(await visitor.problems()).toEqual(noProblems);
      await page.getByRole('button', { name: 'Close' }).click();

      await page.getByRole('button', { name: /of \d+ columns/ }).click();
      await page.getByRole('button', { name: 'Add all of these' }).click();
      await page.getByRole('button', { name: 'Done' }).click();
      await page.getByRole('button', { name: '215 of 215 columns' }).waitFor();
      await page.getByPlaceholder('Search all records').fill(shown.member_name.toUpperCase());
      const count = masterRecords.toLocaleString('en');
      await page.getByText(new RegExp(`^[1-9]\\d* records? found\\. ${count} of ${count} searched`)).waitFor();
      expect(await visitor.quickProblems()).toEqual(noQuickProblems);
    });

    if (isWhole) {
      it('find a product, a partner and a batch from every page', async () => {
        const [order] = orders;
        const field = page.getByRole('combobox', { name: 'Find anything' });
        await visitor.go('delivery');
        await page.locator('h1').click();
        await page.keyboard.press('/');
        await page.getByText('Type the number of a slip').waitFor();
        await field.fill(order?.detail_list[0]?.catalog_id ?? '');
        await page.getByRole('option').first().waitFor();
        expect(await visitor.problems()).toEqual(noProblems);
        await field.fill('nobody has this');
        await page.getByText('Nothing fits').waitFor();
        expect(await visitor.quickProblems()).toEqual(noQuickProblems);
        await field.fill(finished);
        await page.getByRole('option', { name: `Batch ${finished} ` }).click();
        await page.waitForURL(new RegExp(`/batches/${finished}$`));
        await page.locator('h1', { hasText: finished }).waitFor();
        await page.keyboard.press('/');
        await page.keyboard.type(order?.member_code_partner ?? '');
        await page.keyboard.press('Enter');
        await page.waitForURL(new RegExp(`/partners/${order?.member_code_partner}$`));
      });
    }

    it('show delivery dates, and accept orders that the user corrects', async () => {
      await visitor.go('delivery');
      const [order] = orders;
      await page.getByLabel('Partner').fill(order?.member_code_partner ?? '');
      await page.getByLabel('Products').fill(order?.detail_list[0]?.catalog_id ?? '');
      await page.keyboard.press('Enter');
      // A Saturday afternoon, after the closing time of the market's sellers. The next day, a Sunday, is not counted.
      await page.getByLabel('Order time').fill('2026-11-21T15:10:00');
      await page.getByRole('button', { name: 'Find the date' }).click();
      await page.locator('.day-not-counted').first().waitFor();
      const address = page.url();
      expect(address).toContain(`partner=${order?.member_code_partner}`);
      expect(await problemsOfState()).toEqual(noProblemsOfState);
      const answer = await page.locator('.answer').innerText();
      await page.goto(address);
      await page.locator('.answer').waitFor();
      expect(await page.locator('.answer').innerText()).toBe(answer);

      await visitor.go('orders');
      await page.locator('input[type="file"]').setInputFiles(orderFile('1,5'));
      await page.getByText('1 defect to correct before you can send').waitFor();
      await page.getByText(/^Read otherwise than written: \d+ values$/).waitFor();
      expect(await page.getByRole('button', { name: 'Send the orders' }).isDisabled()).toBe(true);
      await page.getByText('Only orders with defects (1)').click();
      await page.getByRole('button', { name: `Lines of ${order?.upload_no}` }).click();
      expect(await page.locator('.preview .wrong-cell').innerText()).toBe('1,5');
      expect(await visitor.problems()).toEqual(noProblems);
      await takePictures(visitor, 'orders-defects');
      await page.getByLabel('prod_lot_qty, line 3').fill('0.5');
      await page.getByText('1 defect to correct').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Only check' }).click();
      await page.getByText('Checked, nothing was taken: 3 good, 1 not').waitFor();
      await page.getByRole('button', { name: 'Send the orders' }).click();
      await page.getByText('3 taken, 1 refused').waitFor();
      const refusal = /Line 3.*prod_lot_qty\s+Order at least 1 and a multiple of 1\.\s+E000018 The quantity/s;
      expect(await page.locator('.order-errors').innerText()).toMatch(refusal);
      expect(await problemsOfState()).toEqual(noProblemsOfState);
      expect(await visitor.cutContents(isWhole ? otherWidths : [])).toEqual([]);
      const again = await visitor.openTab(page.url().slice(platform.consoleUrl.length));
      await again.getByText('3 taken, 1 refused').waitFor();
      await again.getByText('Only refused orders (1)').click();
      expect(await again.locator('.outcomes tbody tr').count()).toBe(1);
      await again.getByRole('button', { name: 'What was sent' }).click();
      expect(await again.locator('.preview tbody tr').count()).toBe(4);
      await again.getByRole('button', { name: 'Correct what was refused' }).click();
      expect(await again.getByLabel('prod_lot_qty, line 3').inputValue()).toBe('0.5');
      expect(await again.locator('.preview tbody tr').count()).toBe(1);
      await again.getByRole('link', { name: /^Batch \d+$/ }).click();
      await again.locator('.page-lead', { hasText: 'Finished, 1 refused' }).waitFor();
      expect(await again.locator('.order-errors').innerText()).toContain('Order at least 1 and a multiple of 1.');
      await again.close();
      await takePictures(visitor, 'orders-outcomes');
      await page.getByLabel('prod_lot_qty, line 3').fill(String(orders[0]?.detail_list[1]?.prod_lot_qty));
      await page.getByRole('button', { name: 'Send again' }).click();
      await page.getByText('4 taken, 0 refused').waitFor();

      await page.getByRole('tab', { name: 'Planned orders' }).click();
      const row = page.locator('tbody tr', { hasText: orders.at(-1)?.upload_no ?? '' });
      await row.first().waitFor();
      expect(await row.count()).toBe(1);
      const number = (await row.locator('th').innerText()).trim();
      const link = (await row.getByRole('link').first().getAttribute('href')) ?? '';
      await changeOrder(/slips\/([^?]+)/.exec(link)?.[1] ?? '', orders.at(-1)?.member_code_partner ?? '');
      await page.getByLabel(`Choose ${number}`).check();
      await page.getByRole('button', { name: 'Send 1 order' }).click();
      await page.getByText('An order was changed after you loaded this list').waitFor();
      expect(await problemsOfState()).toEqual(noProblemsOfState);
      await Promise.all([
        page.waitForResponse('**/api/orders?*'),
        page.locator('.notice').getByRole('button', { name: 'Load again' }).click(),
      ]);
      await page
        .getByRole('button', { name: 'Load again', exact: true })
        .and(page.locator('[aria-busy="false"]'))
        .waitFor();
      await page.getByLabel(`Choose ${number}`).check();
      await page.getByRole('button', { name: 'Send 1 order' }).click();
      await page.getByText('1 order was sent').waitFor();
      expect(await visitor.quickProblems()).toEqual(noQuickProblems);
    });

    let received: string;

    it('take an order to its receipt, by clicks of both sides', async () => {
      const [order] = orders;
      const seller = await signedIn('ren', { memberCode: order?.member_code_partner ?? '' });
      await page.goto(`${platform.consoleUrl}/orders?view=all`);
      await page.getByLabel('State', { exact: true }).selectOption({ label: 'Ordered' });
      await page.getByLabel('Partner').fill(order?.member_code_partner ?? '');
      await page.getByRole('button', { name: 'Total' }).click();
      const row = page.locator('tbody tr', { hasText: order?.upload_no ?? '' });
      await row.waitFor();
      const totals = await page.locator('tbody tr td:last-child').allInnerTexts();
      const yen = totals.map((total) => Number(total.replace(/[^\d]/g, '')));
      expect(yen).toEqual(yen.toSorted((one, other) => one - other));
      await takePictures(visitor, 'orders-filtered');
      await row.getByRole('link').first().click();
      await page.locator('.time-line').waitFor();
      received = new URL(page.url()).pathname;
      const number = (await page.locator('h1').innerText()).replace('Slip ', '');

      const [line] = order?.detail_list ?? [];
      await takeAction(visitor, 'Change the order', 'The order was changed', async (dialog) => {
        await dialog.getByRole('button', { name: 'Add a product' }).click();
        const added = dialog.locator('.added-line');
        await added.locator('input').first().fill('no such product');
        await added.locator('input').nth(1).fill(String(line?.prod_lot_qty));
        await dialog.getByRole('button', { name: 'See the outcome' }).click();
        await added.locator('.field-problem').waitFor();
        expect(await visitor.problems()).toEqual(noProblems);
        await takePictures(visitor, 'slip-change');
        await added
          .locator('input')
          .first()
          .fill(line?.catalog_id ?? '');
      });
      await page.locator('.slip-total .total dd', { hasText: previewed }).waitFor();

      await seller.go('slips');
      await seller.page.getByRole('link', { name: number }).click();
      await takeAction(seller, 'Confirm', 'The order was confirmed');
      await takeAction(seller, 'Ship', 'The goods were shipped', async (dialog) => {
        const quantity = dialog.locator('.line-input input').first();
        await quantity.fill('9999');
        await dialog.getByRole('button', { name: 'See the outcome' }).click();
        await dialog.getByText('Ship at most').waitFor();
        expect(await seller.problems()).toEqual(noProblems);
        await quantity.fill('0');
      });
      // The console has calculated the same total as the platform.
      await seller.page.locator('.slip-total .total dd', { hasText: previewed }).waitFor();

      await page.getByRole('button', { name: 'Cancel the order' }).click();
      await page.getByRole('button', { name: 'See the outcome' }).click();
      await page.getByText('Another change came first').waitFor();
      expect(await problemsOfState()).toEqual(noProblemsOfState);
      await page.getByRole('dialog').getByRole('button', { name: 'Load again' }).click();
      await takeAction(visitor, 'Receive', 'The goods were received');
      await seller.page.getByRole('button', { name: 'Load again' }).click();
      for (const side of [visitor, seller]) {
        await side.state('Received').waitFor();
        const moments = side.page.locator('.moment-name');
        expect(await moments.allInnerTexts()).toEqual(['Received', 'Shipped', 'Confirmed', 'Order changed', 'Ordered']);
        expect(await side.quickProblems()).toEqual(noQuickProblems);
      }
      await takePictures(visitor, 'slip');
      await seller.leave();
    });

    if (isWhole) {
      it('show events as they happen, and send them to an address of the user', async () => {
        const got: unknown[] = [];
        const gotAtLeast = async (count: number) => {
          while (got.length < count) await sleep(20);
        };
        receiver = createServer((request, reply) => {
          got.push(request.headers['webhook-id']);
          request.resume().once('end', () => reply.writeHead(204).end());
        }).listen(0, '127.0.0.1');
        await once(receiver, 'listening');
        const { port } = receiver.address() as AddressInfo;

        await visitor.go('events');
        await page.getByText('Nothing has happened yet').waitFor();
        await page.getByRole('tab', { name: 'Endpoints' }).click();
        await page.getByRole('button', { name: 'New endpoint' }).click();
        await page.getByLabel('Address').fill('https://169.254.1.1/');
        await page.getByRole('button', { name: 'Create' }).click();
        await page.locator('.field-problem', { hasText: 'E000004' }).waitFor();
        expect(await visitor.problems()).toEqual(noProblems);
        await page.getByLabel('Address').fill(`http://127.0.0.1:${port}/hook`);
        await page.getByRole('button', { name: 'Create' }).click();
        const secret = page.getByRole('dialog', { name: 'The secret of the endpoint' });
        await takePictures(visitor, 'endpoint-secret');
        expect(await secret.locator('.code').innerText()).toMatch(/^whsec_/);
        expect(await visitor.problems()).toEqual(noProblems);
        await secret.getByRole('button', { name: 'Done' }).click();
        await page.getByRole('link', { name: '/hook' }).click();
        endpointPath = new URL(page.url()).pathname;
        await page.getByRole('button', { name: 'Send a test' }).click();
        await page.getByText('The endpoint has taken the test').waitFor();
        await visitor.state('Gets events').waitFor();

        const other = await visitor.openTab('/events');
        await other.getByText('Nothing has happened yet').waitFor();
        await visitor.go('request');
        await requestMaster(page);
        await other.getByRole('row', { name: /Batch ended/ }).waitFor();
        await gotAtLeast(2);
        await other.close();
        await page.goto(platform.consoleUrl + endpointPath);
        const resend = page.getByRole('button', { name: `Send again: event ${String(got[1])}` });
        while (!(await resend.isVisible())) {
          await page.getByRole('button', { name: 'Load again' }).click();
          await sleep(200);
        }
        await resend.click();
        expect(await visitor.problems()).toEqual(noProblems);
        await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
        await page.locator('.notice.good', { hasText: 'are sent again' }).waitFor();
        while (got.filter((id) => id === got[1]).length < 2) await sleep(20);

        await page.getByRole('button', { name: 'New secret' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'New secret' }).click();
        await secret.getByRole('button', { name: 'Done' }).click();
        await page.getByRole('button', { name: 'Change', exact: true }).click();
        await page.getByLabel('Description').fill('Store system');
        await page.getByRole('button', { name: 'Save' }).click();
        await page.locator('.fact-value', { hasText: 'Store system' }).waitFor();
        await takePictures(visitor, 'endpoint');
        await page.getByRole('button', { name: 'Switch off' }).click();
        await visitor.state('Switched off').waitFor();
        expect(await visitor.problems()).toEqual(noProblems);
      });

      it('resume in the middle of a form after the session has ended', async () => {
        await visitor.go('request');
        await chooseMaster(page);
        await page.getByLabel('Own group divisions').fill(market.memberGroups.join(' '));
        const other = await visitor.openTab('/');
        await other.getByRole('button', { name: 'Sign out' }).click();
        await page.getByRole('dialog', { name: 'Your session is over' }).waitFor();
        expect(await visitor.problems()).toEqual(noProblems);
        const [tab] = await Promise.all([
          visitor.context.waitForEvent('page'),
          page.getByRole('link', { name: 'Sign in in a new tab' }).click(),
        ]);
        await visitor.allow(tab, { userId: 'mika', password });
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        await page.getByRole('button', { name: 'Request the download' }).click();
        await page.waitForURL(/\/batches\/\d+$/);
        await visitor.state('Finished').waitFor();
        expect(await visitor.quickProblems()).toEqual(noQuickProblems);
        await Promise.all([other, tab].map((each) => each.close()));
      });

      it('explain what the application may not do', async () => {
        for (const language of ['en', 'ja'] as const) {
          const reader = language === 'en' ? visitor : await signedIn('sora', { language });
          const said = missing[language];
          await holdOnly(reader.page, []);
          for (const path of ['/', '/batches', '/request', '/delivery', '/orders', '/slips']) {
            await reader.page.goto(platform.consoleUrl + path);
            await reader.page.locator('.notice-title', { hasText: said.mayNot }).first().waitFor();
            expect(await reader.page.locator('.places a').allInnerTexts()).toEqual([said.connections]);
            expect([path, await reader.quickProblems()]).toEqual([path, noQuickProblems]);
          }
          await takePictures(reader, 'may-not-order');

          await holdOnly(reader.page, ['list', 'master', 'batch']);
          await reader.page.goto(`${platform.consoleUrl}/orders`);
          await reader.page.locator('.notice-title', { hasText: said.lacks('order') }).waitFor();
          expect(await reader.page.getByRole('tab').count()).toBe(2);
          await reader.page.locator('.card, .empty').first().waitFor();
          expect(await visitor.problems()).toEqual(noProblems);
          await takePictures(reader, 'orders-without-right');
          await reader.page.goto(`${platform.consoleUrl}/request`);
          await reader.page.locator('.request').waitFor();
          expect(await reader.page.locator('.kinds a').count()).toBe(1);
          await reader.page.goto(`${platform.consoleUrl}/request/trade`);
          await reader.page.locator('.notice-title', { hasText: said.lacks('trade') }).waitFor();
          await reader.page.unroute('**/api/session');
        }
      });
    }

    it('notice at the first refused call that a right was withdrawn while the page was open', async () => {
      await page.goto(`${platform.consoleUrl}/orders?view=all`);
      await page.locator('tbody tr').first().waitFor();
      await holdOnly(page, []);
      await page.route('**/api/orders?*', (route) => route.fulfill({ status: 403, json: missingRight }));
      await page.getByRole('button', { name: 'Load again' }).click();
      await page.getByText(missing.en.lacks('order')).waitFor();
      expect(await page.locator('.places a').allInnerTexts()).toEqual(['Connections']);
      expect(await visitor.quickProblems()).toEqual(noQuickProblems);
      await page.unroute('**/api/orders?*');
      await page.unroute('**/api/session');
      await page.goto(`${platform.consoleUrl}/batches`);
    });

    if (isWhole) {
      it('stay complete if a call is refused because a right is missing', async () => {
        for (const [path, calls] of Object.entries(callsOfPages(finished))) {
          for (const call of calls) {
            await page.route(call, (route) => route.fulfill({ status: 403, json: missingRight }));
            await page.goto(platform.consoleUrl + path);
            await page.getByText(missing.en.lacks('trade')).first().waitFor();
            expect(await page.locator('h1').count()).toBe(1);
            expect([path, call, await visitor.quickProblems()]).toEqual([path, call, noQuickProblems]);
            await page.unroute(call);
          }
        }
      });

      it('deliver a whole file although the data API is restarted meanwhile, and then an answer ends early', async () => {
        await page.goto(`${platform.consoleUrl}/batches/${finished}`);
        const button = page.getByRole('button', { name: 'NDJSON' });
        await button.waitFor();
        await platform.service('api').end('SIGKILL');
        await button.click();
        await page.getByText('The line broke').waitFor();
        await page.route('**/download?*', cutFirstAnswer());
        const whole = page.waitForEvent('download');
        await platform.startService('api');
        const file = await whole;
        await page.unroute('**/download?*');
        expect((await readFile(await file.path(), 'utf8')).trim().split('\n')).toHaveLength(masterRecords);
        expect(await visitor.quickProblems()).toEqual(noQuickProblems);
      });

      it('deliver a whole file although the data API is killed in the middle, and then the console', async () => {
        await loadHeavySlips(platform);
        const slowly = await signedIn('nao', { memberCode: heavySlips.member });
        const batchId: string = await slowly.page.evaluate(
          `fetch('/api/requests/trade', { method: 'POST', headers: { 'X-Console': '1', 'Content-Type': 'application/json' },
        body: ${JSON.stringify(JSON.stringify(heavySlips.criteria))} }).then((answer) => answer.json()).then(({ batchId }) => batchId)`,
        );
        await slowly.page.goto(`${platform.consoleUrl}/batches/${batchId}`);
        await slowly.state('Finished').waitFor();
        // The transfer is so slow that most of the file is still in the data API when the browser gets the first bytes.
        // Changing the speed later would not affect a transfer that is running.
        const slow = { offline: false, latency: 0, downloadThroughput: 1_500_000, uploadThroughput: -1 };
        const network = await slowly.context.newCDPSession(slowly.page);
        await network.send('Network.emulateNetworkConditions', slow);
        await slowly.page.getByRole('button', { name: 'CSV' }).click();
        await slowly.page.getByText(/B so far$/).waitFor();
        await platform.service('api').end('SIGKILL');
        await platform.startService('api');
        await slowly.page.getByText(/1\d\.\d MB so far$/).waitFor();
        await platform.service('console').end('SIGKILL');
        await slowly.page.getByText('The line broke').waitFor();
        await network.send('Network.emulateNetworkConditions', { ...slow, downloadThroughput: -1 });
        const whole = slowly.page.waitForEvent('download');
        await platform.startService('console', { settings: await platform.consoleSettings() });
        const rows = (await readFile(await (await whole).path(), 'utf8')).trimEnd().split('\r\n');
        expect(rows).toHaveLength(heavySlips.count * heavySlips.lines + 1);
        await slowly.page.getByText(`trade-${batchId}.csv is whole`).waitFor();
        expect(await slowly.quickProblems()).toEqual(noQuickProblems);
        await slowly.leave();
      });
    }

    it('end the connection of an application after one confirmation', async () => {
      const goTo = (place: string) => page.getByRole('link', { name: place, exact: true }).first().click();
      await page.goto(`${platform.consoleUrl}/connections`);
      await page.locator('.connection').first().waitFor();
      await goTo('Batches');
      const client = await platform.createClient('Nightly import');
      const caller = await ApiCaller.signIn(platform, { userId: 'mika', password, ...client });
      await goTo('Connections');
      const may = page.locator('.connection', { hasText: 'Nightly import' }).locator('.connection-rights');
      expect(await may.innerText()).toContain(rightMeanings.order.en);
      await takePictures(visitor, 'connections-rights');
      const account = page.getByRole('link', { name: 'Your signed-in browsers and your password' });
      expect(await account.getAttribute('href')).toBe(`${platform.authUrl}/idp/account/access`);
      await page.getByRole('button', { name: 'End Nightly import' }).click();
      expect(await visitor.problems()).toEqual(noProblems);
      await page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click();
      await page.getByText('Nightly import may no longer act for you').waitFor();
      let status = 200;
      while (status !== 401) {
        await sleep(50);
        ({ status } = await caller.call('/partner/list', {}));
      }
      expect(await visitor.quickProblems()).toEqual(noQuickProblems);
    });

    it.each(isWhole ? (['en', 'ja'] as const) : (['ja'] as const))(
      'can be read by everybody, wide and narrow, light and dark: %s',
      async (language) => {
        if (isWhole) worked ??= work([1, 7, 30, 300]);
        const upload = await worked;
        const reader = await signedIn('haru', { language, width: 360, dark: true });
        const [order] = orders;
        const products = order?.detail_list.map((line) => line.catalog_id).join(',');
        const question = `partner=${order?.member_code_partner}&products=${products}&at=2026-11-21+15:10:00&wish=2026-11-24`;
        const pages = {
          overview: ['/', '.failure-partly'],
          batches: ['/batches', '.table .state-partly'],
          batch: [`/batches/${finished}`, '.criteria'],
          records: [`/batches/${finished}/records`, '.row-button:enabled'],
          request: ['/request/trade', '.field'],
          delivery: [`/delivery?${question}`, '.calendar'],
          orders: ['/orders', '.drop'],
          'orders-planned': ['/orders?view=planned', '.choice-cell'],
          'orders-all': ['/orders?view=all', 'tbody tr'],
          upload: [`/batches/${upload}`, '.page-lead .state-partly'],
          'upload-records': [`/batches/${upload}/records`, '.page-lead .state-partly'],
          slips: ['/slips', '.find'],
          slip: [received, '.time-line'],
          partner: [`/partners/${order?.member_code_partner}`, '.calendar'],
          product: [`/products/${order?.member_code_partner}/${order?.detail_list[0]?.catalog_id}`, '.price-now'],
          events: ['/events', '.empty'],
          endpoints: ['/events?view=endpoints', 'tbody tr'],
          endpoint: [endpointPath, 'tbody tr'],
          connections: ['/connections', '.connection'],
          missing: ['/nowhere', '.empty'],
        } as const;
        const shown = Object.entries(pages).filter(([name]) => isWhole || pagesOfShort.includes(name));
        for (const [name, [path, part]] of shown) {
          await reader.page.goto(platform.consoleUrl + path);
          await reader.page.locator(part).first().waitFor();
          expect([name, await reader.problems()]).toEqual([name, noProblems]);
          if (isWhole) await examineEverywhere(reader, name);
        }
        await reader.leave();
      },
    );

    if (isWhole) {
      it('remove an endpoint after a question', async () => {
        await page.goto(platform.consoleUrl + endpointPath);
        await page.getByRole('button', { name: 'Delete' }).click();
        const question = page.getByRole('dialog');
        expect(await visitor.problems()).toEqual(noProblems);
        await question.getByRole('button', { name: 'Delete' }).click();
        await page.getByText('No endpoint yet').waitFor();
        expect(new URL(page.url()).search).toBe('?view=endpoints');
      });

      it('report new batches to all tabs over one connection, even after the listening tab is closed', async () => {
        const lines = new Set<Request>();
        visitor.context.on('request', (request) => {
          if (request.url().endsWith('/api/batches/events')) lines.add(request);
        });
        visitor.context.on('requestfailed', (request) => void lines.delete(request));
        visitor.context.on('requestfinished', (request) => void lines.delete(request));
        /** Returns the tabs that have an open event stream. */
        const connected = () => Array.from(lines, (request) => request.frame().page()).filter((tab) => !tab.isClosed());
        await page.reload();
        while (connected().length === 0) await sleep(20);
        const [second, third] = [await visitor.openTab('/batches'), await visitor.openTab('/request')];
        const first = await requestMaster(third);
        await second.getByRole('link', { name: `Master ${first}` }).waitFor();
        expect(connected().map((tab) => tab === page)).toEqual([true]);
        await page.close();
        await third.goto(`${platform.consoleUrl}/request`);
        const next = await requestMaster(third);
        await second.getByRole('link', { name: `Master ${next}` }).waitFor();
        expect(connected()).toHaveLength(1);
        expect({ ...noQuickProblems, scriptErrors: visitor.scriptErrors }).toEqual(noQuickProblems);
      });
    }
  });
}
