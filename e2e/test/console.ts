import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ConsoleVisitor, consoleUser } from '../src/console-visitor.js';
import { loadDemoMarket } from '../src/demo-market.js';
import { heavySlips, loadHeavySlips } from '../src/heavy-slips.js';
import type { Platform } from '../src/platform.js';

interface Batch {
  readonly batchId: string;
  readonly state: string;
  readonly clientId: string;
  readonly recordCount: number;
  readonly isReadable: boolean;
  readonly request?: object;
}

async function untilEnded(open: () => Promise<Response>): Promise<void> {
  while ((await open()).status !== 401) await sleep(50);
}

/** An order, as an upload contains it. */
function anOrder(upload_no: string, member: string) {
  return {
    upload_no,
    member_code_self: member,
    member_code_partner: '99999999',
    hope_delivery_date: '2030-01-10',
    send_flg: '0',
    detail_list: [{ line_no: '1', catalog_id: 'c-1', prod_lot_qty: '1' }],
  };
}

/** @throws if the answer ends early */
async function digestOf(answer: Response): Promise<string> {
  const digest = createHash('sha256');
  for await (const chunk of answer.body as ReadableStream<Uint8Array>) digest.update(chunk);
  return digest.digest('hex');
}

interface ConsoleTest {
  /**
   * Whether many pages are open at once, and the data API is killed in the middle of files in each format. Otherwise each
   * call is tried only once.
   */
  readonly isWhole: boolean;
}

/**
 * Tests a platform with two processes of the console that do not know each other.
 *
 * @param running a platform with one console
 */
export function describeConsole(running: () => Platform, { isWhole }: ConsoleTest): void {
  describe('the console', () => {
    let platform: Platform;
    let member: string;
    let urls: readonly [string, string];
    let others: readonly { end: () => Promise<unknown> }[] = [];

    beforeAll(async () => {
      platform = running();
      member = (await loadDemoMarket(platform, ['members', 'master', 'trade'], '300')).headOffice;
      const second = await platform.startAnother('console', { settings: await platform.consoleSettings() });
      others = [second];
      urls = [platform.consoleUrl, `http://127.0.0.1:${(await second.ready).port}`];
    });

    afterAll(() => Promise.all(others.map((other) => other.end())));

    async function signedIn(userId = 'mika'): Promise<ConsoleVisitor> {
      const password = await consoleUser(platform, userId, member);
      const visitor = new ConsoleVisitor(urls[0]);
      await visitor.signIn(userId, password);
      return visitor;
    }

    it('stores no secret for scripts or other sites, and is the same in every process', async () => {
      const visitor = new ConsoleVisitor(urls[0]);
      const refused = await visitor.call('GET /api/session');
      expect(refused).toMatchObject({ status: 401, body: { error: { code: 'signed-out', fields: [] } } });
      const password = await consoleUser(platform, 'mika', member);
      expect(await visitor.signIn('mika', password, '/batches/41')).toBe('/batches/41');
      const [[name, value]] = [...visitor.cookies] as [[string, string]];
      expect([...visitor.cookies.keys()]).toEqual(['console']);
      for (const url of urls) {
        const { status, body } = await visitor.at(url).call('GET /api/session');
        expect({ status, body }).toMatchObject({
          status: 200,
          body: { user: { username: 'mika', memberCode: member } },
        });
        expect(JSON.stringify(body)).not.toMatch(/eyJ/);
      }
      // The parts of a JWE: header, empty key, nonce, ciphertext, tag.
      expect(`${name}=${value}`).toMatch(/^console=[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/);
      expect((await visitor.call('GET /api/session')).body).toMatchObject({ memberWide: true });
    });

    it('accepts changes only from its own page', async () => {
      const visitor = await signedIn();
      const without = await visitor.open('/api/session/end', { method: 'POST' });
      const foreign = [
        { origin: 'https://evil.example', 'x-console': '1' },
        { 'sec-fetch-site': 'cross-site', 'x-console': '1' },
        { 'sec-fetch-site': 'same-site', 'x-console': '1' },
      ];
      const answers = await Promise.all(
        ['/api/session/end', '/%61pi/session/end', '/api/session/%65nd'].flatMap((path) =>
          foreign.map((headers) => visitor.open(path, { method: 'POST', headers })),
        ),
      );
      expect([without, ...answers].map(({ status }) => status)).toEqual(Array(10).fill(403));
      const read = await visitor.open('/api/session', { headers: { 'sec-fetch-site': 'cross-site' } });
      expect(read.status).toBe(403);
      expect((await visitor.call('GET /api/session')).status).toBe(200);
    });

    it('accepts neither foreign cookies nor foreign callbacks', async () => {
      const visitor = await signedIn();
      const [[name, value]] = [...visitor.cookies] as [[string, string]];
      visitor.cookies.set(name, `${value.slice(0, -2)}${value.at(-2) === 'A' ? 'B' : 'A'}${value.at(-1)}`);
      expect((await visitor.call('GET /api/session')).status).toBe(401);
      const stranger = new ConsoleVisitor(urls[0]);
      const answer = await stranger.open(`/sign-in/callback?code=abc&state=abc&iss=${platform.authUrl}`);
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/?refused=1']);
      expect([...stranger.cookies]).toEqual([]);
    });

    it('ends a session everywhere at sign-out, and when its grant is ended', async () => {
      const [leaving, other] = [await signedIn(), await signedIn()];
      const copy = leaving.at(urls[1]);
      const left = await leaving.call('POST /api/session/end');
      expect(left.body).toEqual({ ended: true });
      expect(left.headers.get('clear-site-data')).toBe('"cache"');
      expect([...leaving.cookies]).toEqual([]);
      await untilEnded(() => copy.open('/api/session'));

      const { body } = await other.call<{
        connections: readonly { grantId: string; isThis: boolean; clientName: string }[];
      }>('GET /api/connections');
      const own = body.connections.find(({ isThis }) => isThis);
      expect(own).toMatchObject({ clientName: 'Console' });
      expect((await other.call(`DELETE /api/connections/${own?.grantId}`)).body).toEqual({ ended: true });
      await untilEnded(() => other.at(urls[1]).open('/api/session'));
      expect((await other.call('DELETE /api/connections/unknown')).status).toBe(401);
    });

    it("reports changes of batches to every page, even of other clients' batches", async () => {
      const visitor = await signedIn();
      const caller = await platform.caller(member);
      const closing = new AbortController();
      const told: string[] = [];
      const known = new Map<string, Batch>();
      const follow = async (until: () => boolean, page: ConsoleVisitor) => {
        for await (const { name, data } of page.events(closing.signal)) {
          told.push(name);
          for (const batch of (data as { batches?: Batch[] }).batches ?? []) known.set(batch.batchId, batch);
          if (until()) return;
        }
      };
      const { body } = await visitor.call<{ batchId: string }>('POST /api/requests/master', { exist_mc: '1' });
      const foreign = { batchId: await caller.request('/master/download/buy') };
      const isTold = () => known.get(body.batchId)?.state === 'finished' && known.has(foreign.batchId);
      await Promise.all(urls.map((url) => follow(isTold, visitor.at(url))));
      closing.abort();
      expect(told[0]).toBe('batches');
      expect(known.get(foreign.batchId)?.clientId).toBe(caller.credentials.clientId);
    });

    it('passes records on unchanged, in every form', async () => {
      const visitor = await signedIn();
      const { body } = await visitor.call<{ batchId: string }>('POST /api/requests/trade', {
        target_date_set: '2',
        target_date_from: '2000-01-01',
        target_date_to: '2100-01-01',
      });
      const path = `/api/batches/${body.batchId}`;
      let batch: Batch;
      do
        ({
          body: { batch },
        } = await visitor.call<{ batch: Batch }>(`GET ${path}`));
      while (batch.state !== 'finished');
      expect(batch.request).toEqual({
        target_date_set: '2',
        target_date_from: '2000-01-01',
        target_date_to: '2100-01-01',
      });
      const some = await visitor.open(`${path}/records?from=2&to=3`);
      const lines = (await some.text()).trimEnd().split('\n');
      expect(lines.map((line) => (JSON.parse(line) as { seq: string }).seq)).toEqual(['2', '3']);
      expect((await visitor.open(`${path}/records?from=1&to=501`)).status).toBe(400);

      const file = (query: string) => visitor.at(urls[1]).open(`${path}/download?${query}`);
      const [ndjson, json] = [await file('format=ndjson'), await file('format=json')];
      const [csv, headers] = [await file('format=csv'), await file('format=csv&of=header')];
      const text = await ndjson.text();
      const records = text.trimEnd().split('\n');
      expect(records).toHaveLength(batch.recordCount);
      expect(Number(ndjson.headers.get('content-length'))).toBe(Buffer.byteLength(text));
      const parsed: unknown[] = records.map((record) => JSON.parse(record));
      // Jest would need seconds to compare so many records.
      expect(isDeepStrictEqual(JSON.parse(await json.text()), parsed)).toBe(true);
      const rows = (await csv.text()).trimEnd().split('\r\n');
      const details = records.map((record) => (JSON.parse(record) as { detail_list: object[] }).detail_list.length);
      expect(rows).toHaveLength(details.reduce((sum, count) => sum + Math.max(1, count), 1));
      expect(rows[0]).toMatch(/^\ufeff?batch_id,seq,create_date,trade_id,/);
      expect((await headers.text()).trimEnd().split('\r\n')).toHaveLength(batch.recordCount + 1);
      const workbook = Buffer.from(await (await file('format=xlsx')).arrayBuffer());
      expect(workbook.subarray(0, 2).toString()).toBe('PK');
      expect((await file('format=csv&of=nothing')).status).toBe(400);

      const again = await visitor.call<{ batchId: string }>(`POST ${path}/again`);
      expect(again.body.batchId).not.toBe(body.batchId);
      expect((await visitor.call(`DELETE ${path}`)).body).toEqual({ batchId: body.batchId, outcome: 'discarded' });
      const { request } = batch;
      expect((await visitor.call(`GET ${path}`)).body).toMatchObject({ batch: { isGone: true, request } });
      const afterwards = await visitor.call<{ batchId: string }>(`POST ${path}/again`);
      expect((await visitor.call(`GET /api/batches/${afterwards.body.batchId}`)).body).toMatchObject({
        batch: { isGone: false, request },
      });
      for (const rest of ['/records?from=1&to=2', '/download?format=json']) {
        expect((await visitor.call(`GET ${path}${rest}`)).body).toMatchObject({ error: { code: 'not-found' } });
      }
      const { body: page } = await visitor.call<{ batches: (Batch & { isGone: boolean })[] }>('GET /api/batches');
      expect(page.batches.find(({ batchId }) => batchId === body.batchId)).toMatchObject({
        isGone: true,
        isReadable: false,
      });
      expect((await visitor.call('GET /api/overview')).body).toMatchObject({ isPartial: false });
    });

    if (isWhole) {
      it('delivers files whole although the data API is killed in the middle, but none to a user who has left', async () => {
        await loadHeavySlips(platform);
        const visitor = new ConsoleVisitor(urls[0]);
        const password = await consoleUser(platform, 'heavy', heavySlips.member);
        await visitor.signIn('heavy', password);
        const { body } = await visitor.call<{ batchId: string }>('POST /api/requests/trade', heavySlips.criteria);
        const path = `/api/batches/${body.batchId}`;
        while ((await visitor.call<{ batch: Batch }>(`GET ${path}`)).body.batch.state !== 'finished') await sleep(50);
        const formats = ['ndjson', 'json', 'csv'];
        const whole: string[] = [];
        for (const format of formats)
          whole.push(await digestOf(await visitor.open(`${path}/download?format=${format}`)));

        const goneOn = () => platform.service('api').lines.filter((line) => line.includes('/records')).length;
        for (const [index, format] of formats.entries()) {
          const leaving = new ConsoleVisitor(urls[0]);
          await leaving.signIn('heavy', password);
          // The API is killed when the first bytes of both files arrive. Each file is much larger than the buffers of the
          // connections, so the files are not complete at this time.
          const open = (user: ConsoleVisitor) => user.open(`${path}/download?format=${format}`);
          const [broken, left] = await Promise.all([open(visitor), open(leaving)]);
          await platform.service('api').end('SIGKILL');
          await leaving.call('POST /api/session/end');
          const digests = Promise.allSettled([broken, left].map(digestOf));
          await platform.startService('api');
          expect([format, await digests]).toEqual([
            format,
            [
              { status: 'fulfilled', value: whole[index] },
              { status: 'rejected', reason: expect.anything() },
            ],
          ]);
          // A log line may appear later than the answer that it describes.
          while (goneOn() === 0) await sleep(20);
        }
      });
    }

    it('names the refused fields, with the meanings of their codes', async () => {
      const visitor = await signedIn();
      const { status, body } = await visitor.call('POST /api/requests/trade', { target_date_set: '9' });
      expect({ status, body }).toMatchObject({
        status: 400,
        body: { error: { code: 'refused', fields: [{ item: 'target_date_set', code: 'E000004' }, {}, {}] } },
      });
      expect((await visitor.call('POST /api/requests/nothing', {})).status).toBe(404);
      const unknown = await visitor.call('POST /api/requests/master', { colour: 'red' });
      expect(unknown.body).toMatchObject({ ignored: ['colour'] });
      const { body: functions } = await visitor.call<{ downloads: { name: string; request: object[] }[] }>(
        'GET /api/functions',
      );
      expect(functions.downloads.map(({ name }) => name)).toContain('master');
      expect((await visitor.call('GET /api/functions/master/record')).body).toMatchObject({ name: 'master' });
    });

    it('uploads orders, and shows the defects of each', async () => {
      const visitor = await signedIn();
      const send = (orders: unknown) =>
        visitor.call<{ uploadId: string; ignored: string[] }>(
          'POST /api/orders/upload',
          Buffer.from(JSON.stringify(orders)),
        );
      expect(await send({ orders: [] })).toMatchObject({ status: 400, body: { error: { code: 'wrong-call' } } });
      const latin1 = Buffer.from('["caf\u00e9"]', 'latin1');
      expect((await visitor.call('POST /api/orders/upload', latin1)).body).toMatchObject({
        error: { code: 'refused', fields: [{ item: '', code: 'E700001' }] },
      });
      const wrong = await send([anOrder('U-1', member), { ...anOrder('U-2', member), send_flg: '5' }]);
      const { body: form } = await visitor.call<{ orders: { name: string } }>('GET /api/orders/form');
      expect(wrong.body).toMatchObject({
        error: { code: 'refused', fields: [{ item: `${form.orders.name}[1].send_flg`, code: 'E000004' }] },
      });
      const upload = await send([{ ...anOrder('U-1', member), colour: 'red' }, anOrder('U-2', member)]);
      expect(upload.body.ignored).toEqual(['order_list[].colour']);
      let outcome: { state: string; refusedCount: number; results: object[] };
      do ({ body: outcome } = (await visitor.call(`GET /api/orders/uploads/${upload.body.uploadId}`)) as never);
      while (outcome.state !== 'finished');
      expect(outcome).toMatchObject({
        refusedCount: 2,
        results: [{ isAccepted: false, errors: [{ code: 'E000008', detail: expect.stringMatching(/ /) }] }, {}],
      });
      expect((await visitor.call(`GET /api/batches/${upload.body.uploadId}`)).body).toMatchObject({
        batch: { state: 'finished', recordCount: 2, refusedCount: 2 },
      });
      const { body: list } = await visitor.call<{ orders: { uploadNo: string }[] }>('GET /api/orders?status=10');
      expect(list.orders.filter(({ uploadNo }) => uploadNo.startsWith('U-'))).toEqual([]);
    });

    if (isWhole) {
      it('costs little for each open page, and asks the platform once for all of them', async () => {
        const visitor = await signedIn();
        const calls = () =>
          platform.service('api').lines.filter((line) => line.includes('/ordApi/order/batches"')).length;
        const closing = new AbortController();
        const firsts = Array.from({ length: 200 }, async () => {
          const events = visitor.at().events(closing.signal);
          const { value } = await events.next();
          return { name: value?.name, events };
        });
        const pages = await Promise.all(firsts);
        expect(new Set(pages.map(({ name }) => name))).toEqual(new Set(['batches']));
        while (calls() === 0) await sleep(20);
        const before = calls();
        await sleep(2_000);
        expect(calls() - before).toBeLessThan(10);
        const status = readFileSync(`/proc/${platform.service('console').processId}/status`, 'utf8');
        expect(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024).toBeLessThan(200);
        closing.abort();
      });
    }
  });
}
