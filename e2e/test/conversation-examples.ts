import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import { freePort } from '@trading-platform/bootstrap/free-port';
import type { EventAttemptRecord, EventEndpointRecord, EventRecord } from '@trading-platform/domain-types';
import { SandboxFront } from '@trading-platform/sandbox';
import type { ApiCaller } from '../src/api-caller.js';
import { loadedRecords } from '../src/demo-market.js';
import { dayAhead, uploadOrders } from '../src/order-market.js';
import { type ExampleScene, runExample, startExample, variablesOf } from '../src/portal-examples.js';

interface Product {
  readonly member_code: string;
  readonly member_code_partner: string;
  readonly catalog: readonly { readonly catalog_id: string }[];
}

/**
 * Tests the examples of the pages in which both sides of a slip take part.
 *
 * @param isWhole whether each program takes part, and the sandbox also disturbs them
 */
export function describeConversation(scene: () => ExampleScene, isWhole: boolean): void {
  const started: ChildProcessWithoutNullStreams[] = [];
  let orders = 0;

  afterAll(async () => {
    const running = started.filter(({ exitCode }) => exitCode === null);
    await Promise.all(
      running.map((child) => {
        const ended = once(child, 'close');
        child.kill('SIGKILL');
        return ended;
      }),
    );
  });

  async function productOfBuyer(): Promise<Product> {
    const { market } = scene();
    const products = await loadedRecords<Product>(market, 'master');
    return products.find((each) => each.member_code === market.headOffice && each.catalog.length > 0)!;
  }

  /** Uploads an order of the buyer, and returns the number of the slip. */
  async function order(buyer: ApiCaller): Promise<string> {
    const { member_code, member_code_partner, catalog } = await productOfBuyer();
    const { rows } = await uploadOrders(buyer, [
      {
        upload_no: `conversation-${++orders}`,
        member_code_self: member_code,
        member_code_partner,
        hope_delivery_date: dayAhead(30),
        send_flg: '1',
        detail_list: [{ line_no: '1', catalog_id: catalog[0]?.catalog_id, prod_lot_qty: '6' }],
      },
    ]);
    expect(rows).toMatchObject([{ result: '0', error_list: [] }]);
    return rows[0]?.trade_id ?? '';
  }

  /** Starts an example in a separate folder, and returns its output. */
  async function start(name: string, variables: Readonly<Record<string, string>>, label = name) {
    const folder = join(scene().folder, label);
    await mkdir(folder);
    const child = startExample(name, folder, variables);
    started.push(child);
    let printed = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (printed += text));
    return {
      folder,
      printed: () => printed,
      async until(text: string): Promise<void> {
        while (!printed.includes(text)) {
          expect([name, child.exitCode, printed]).toEqual([name, null, printed]);
          await sleep(20);
        }
      },
    };
  }

  describe('examples of a slip between two sides', () => {
    it('update-slip confirms and ships for the seller, and receives for the buyer', async () => {
      const { platform, market, folder } = scene();
      const { member_code_partner } = await productOfBuyer();
      const [buyer, seller] = [await platform.caller(market.headOffice), await platform.caller(member_code_partner)];
      const TRADE_ID = await order(buyer);
      const run = async (language: string, caller: ApiCaller, ACTION: string) =>
        runExample(`update-slip.${language}`, folder, {
          ...variablesOf(caller),
          ACCESS_TOKEN: await caller.token(),
          TRADE_ID,
          ACTION,
          UPDATE_NO: `${ACTION}-1`,
        });
      const done = (status: string) => ({ code: 0, output: `${TRADE_ID} has the status ${status}\n`, errors: '' });
      expect(await run('py', seller, 'confirm')).toEqual(done('40'));
      expect(await run('ts', seller, 'ship')).toEqual(done('60'));
      expect(await run('sh', buyer, 'receive')).toEqual(done('80'));
      const reasons = { sh: 'E000022', py: 'cancel is not possible now', ts: 'cancel is not possible now' };
      for (const [language, reason] of Object.entries(reasons).slice(0, isWhole ? 3 : 1)) {
        const { code, errors } = await run(language, buyer, 'cancel');
        expect([language, code === 0, errors]).toEqual([language, false, expect.stringContaining(reason)]);
      }
    });
  });

  if (isWhole) {
    it('robust-update.ts survives lost answers and conflicts', async () => {
      const { platform, market, folder } = scene();
      const { member_code_partner } = await productOfBuyer();
      const [buyer, seller] = [await platform.caller(market.headOffice), await platform.caller(member_code_partner)];
      const front = await SandboxFront.start(platform);
      const names = ['update-answer-lost', 'update-conflict', 'partner-changes'];
      const results = await Promise.all(
        names.map(async (name) => {
          const TRADE_ID = await order(buyer);
          const variables = {
            ...atFront(front, name, variablesOf(seller)),
            TRADE_ID,
            ACTION: 'confirm',
            UPDATE_NO: name,
          };
          const { code, output, errors } = await runExample('robust-update.ts', folder, variables);
          const { body } = await seller.call<{ trade: { confirmed_at: string } }>(`/trades/${TRADE_ID}`, undefined, {
            method: 'GET',
          });
          const isDone = output === `${TRADE_ID} has the status 40\n` && body.trade.confirmed_at !== '';
          return { name, code, errors, isDone, wasDisturbed: (front.run(name)?.disturbed ?? 0) > 0 };
        }),
      );
      await front.stop();
      const survived = { code: 0, errors: '', isDone: true, wasDisturbed: true };
      expect(results).toEqual(names.map((name) => ({ name, ...survived })));
    });
  }

  describe('examples of events', () => {
    const followed = ['follow-events.sh', ...(isWhole ? ['follow-events.py', 'follow-events.ts'] : [])];

    it(`events are printed by ${followed.join(', ')}`, async () => {
      const { platform, market } = scene();
      const buyer = await platform.caller(market.headOffice);
      const variables = { ...variablesOf(buyer), ACCESS_TOKEN: await buyer.token() };
      const followers = await Promise.all(followed.map((name) => start(name, variables)));
      await Promise.all(followers.map(({ folder }) => untilFile(join(folder, 'events.cursor'))));
      const tradeId = await order(buyer);
      await Promise.all(followers.map((follower) => follower.until(tradeId)));
      expect(followers.map(({ printed }) => printed().includes('trade.created'))).toEqual(followed.map(() => true));
    });

    if (isWhole) {
      it('follow-events.ts gets each event although the sandbox doubles, delays and cuts pages', async () => {
        const { platform, market } = scene();
        const buyer = await platform.caller(market.headOffice);
        const front = await SandboxFront.start(platform);
        const names = ['events-doubled', 'events-late', 'events-cut'];
        const followers = await Promise.all(
          names.map((name) => start('follow-events.ts', atFront(front, name, variablesOf(buyer)), name)),
        );
        await Promise.all(followers.map(({ folder }) => untilFile(join(folder, 'events.cursor'))));
        const tradeIds = [await order(buyer), await order(buyer)];
        for (const tradeId of tradeIds) await Promise.all(followers.map((follower) => follower.until(tradeId)));
        expect(names.map((name) => (front.run(name)?.disturbed ?? 0) > 0)).toEqual([true, true, true]);
        await front.stop();
      });

      it('receive-events keeps each event once although the sandbox disturbs its messages', async () => {
        const { platform, market } = scene();
        const buyer = await platform.caller(market.headOffice);
        const call = async (path: string, body: object | undefined, method = 'POST') => {
          const answer = await buyer.call<EndpointAnswers>(`/event-endpoints${path}`, body, { method });
          expect([answer.status, answer.body]).toMatchObject([200, { result: 0 }]);
          return answer.body;
        };
        const names = ['push-doubled', 'push-late', 'push-out-of-order', 'push-cut', 'push-replayed'];
        const tried = ['receive-events.py', 'receive-events.ts'].map(async (example) => {
          const PORT = String(await freePort());
          const receiverUrl = `http://127.0.0.1:${PORT}/hook`;
          const { endpoint: direct } = await call('', { url: receiverUrl, types: 'setting.*' });
          const { authUrl, apiUrl } = platform;
          const front = await SandboxFront.start({ authUrl, apiUrl, receiverUrl, receiverSecret: direct.secret });
          const made: EventEndpointRecord[] = [];
          for (const name of names) {
            const url = front.addresses(name).pushUrl;
            made.push((await call('', { url, types: 'trade.created' })).endpoint);
          }
          const WEBHOOK_SECRET = [direct, ...made].map(({ secret = '' }) => secret).join(' ');
          const receiver = await start(example, { PORT, WEBHOOK_SECRET }, `disturbed-${example}`);
          await receiver.until('Listening');
          for (const { endpoint_id: id } of made) {
            // The sandbox may disturb the first test too.
            while ((await call(`/${id}/test`, {})).endpoint.enabled === '0');
          }
          return { front, made, direct, receiver };
        });
        const receivers = await Promise.all(tried);
        const tradeIds = [await order(buyer), await order(buyer), await order(buyer)];
        for (const { front, made, direct, receiver } of receivers) {
          for (const { endpoint_id: id } of made) await untilTaken(() => call(`/${id}/attempts`, undefined, 'GET'), 3);
          const kept = (await readFile(join(receiver.folder, 'events.ndjson'), 'utf8')).trimEnd().split('\n');
          const events = kept.map((line) => JSON.parse(line) as EventRecord);
          expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
          const created = events
            .filter(({ type }) => type === 'trade.created')
            .map(({ data }) => String(data.trade_id));
          expect(created.toSorted()).toEqual(tradeIds.toSorted());
          expect(names.map((name) => (front.run(name)?.disturbed ?? 0) > 0)).toEqual(names.map(() => true));
          for (const { endpoint_id: id } of [direct, ...made]) await call(`/${id}`, undefined, 'DELETE');
          await front.stop();
        }
      });
    }

    it.each(isWhole ? ['receive-events.py', 'receive-events.ts'] : ['receive-events.ts'])(
      '%s keeps each genuine event once, with two secrets too, and refuses others',
      async (name) => {
        const { platform, market } = scene();
        const buyer = await platform.caller(market.headOffice);
        const PORT = String(await freePort());
        const url = `http://127.0.0.1:${PORT}/hook`;
        const call = async (path: string, body: object) => {
          const answer = await buyer.call<{ readonly endpoint: EventEndpointRecord }>(`/event-endpoints${path}`, body);
          expect([answer.status, answer.body]).toMatchObject([200, { result: 0 }]);
          return answer.body.endpoint;
        };
        const { endpoint_id: id, secret = '' } = await call('', { url, types: 'trade.*' });
        const { secret: second = '' } = await call(`/${id}/rotate`, {});
        const receiver = await start(name, { PORT, WEBHOOK_SECRET: `${second} ${secret}` });
        await receiver.until('Listening');
        expect(await call(`/${id}/test`, {})).toMatchObject({ enabled: '1' });
        const tradeId = await order(buyer);
        await receiver.until(tradeId);
        await call(`/${id}/replay`, { after: '0' });
        const last = await order(buyer);
        await receiver.until(last);
        const forged = await fetch(url, {
          method: 'POST',
          body: '{"id":"x","type":"trade.created","data":{}}',
          headers: {
            'webhook-id': 'x',
            'webhook-timestamp': String(Math.floor(Date.now() / 1_000)),
            'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')}`,
          },
        });
        expect(forged.status).toBe(400);
        const kept = (await readFile(join(receiver.folder, 'events.ndjson'), 'utf8')).trimEnd().split('\n');
        const ids = kept.map((line) => (JSON.parse(line) as { readonly id: string }).id);
        expect(ids).toEqual([...new Set(ids)]);
        await buyer.call(`/event-endpoints/${id}`, undefined, { method: 'DELETE' });
      },
    );
  });
}

interface EndpointAnswers {
  readonly endpoint: EventEndpointRecord;
  readonly attempt_list: readonly EventAttemptRecord[];
}

/** Waits until this number of events has been taken. */
async function untilTaken(read: () => Promise<EndpointAnswers>, count: number): Promise<void> {
  for (;;) {
    const { attempt_list: attempts } = await read();
    const taken = attempts.filter(({ status, type }) => status === '204' && type === 'trade.created');
    if (new Set(taken.map(({ event_id }) => event_id)).size === count) return;
    await sleep(100);
  }
}

/** The variables of a caller who meets a scenario of the sandbox. */
function atFront(front: SandboxFront, scenario: string, variables: Readonly<Record<string, string>>) {
  const { authUrl, apiUrl } = front.addresses(scenario);
  return { ...variables, TRADING_PLATFORM_AUTH_URL: authUrl, TRADING_PLATFORM_API_URL: apiUrl };
}

async function untilFile(path: string): Promise<void> {
  while ((await readFile(path, 'utf8').catch(() => '')) === '') await sleep(20);
}
