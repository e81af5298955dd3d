import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { PlatformClient } from '@trading-platform/client';
import { FileCursorStore } from '@trading-platform/client/node';
import type { EventRecord } from '@trading-platform/domain-types';
import type { ApiCaller } from '../src/api-caller.js';
import { CallerFolder } from '../src/caller-folder.js';
import type { DescribeFlow } from '../src/describe-platform.js';
import { openEventReceiver } from '../src/event-receiver.js';
import { anOrder, loadOrderMarket, manyOrders, orderMembers, uploadOrders } from '../src/order-market.js';
import type { Platform } from '../src/platform.js';

const { buyer, seller, stranger } = orderMembers;

interface Page {
  readonly event_list: readonly EventRecord[];
  readonly next_cursor: string;
}

async function read(caller: ApiCaller, query = '', headers: Readonly<Record<string, string>> = {}): Promise<Page> {
  const { status, body } = await caller.call<Page>(`/events${query}`, undefined, { method: 'GET', headers });
  expect([status, body]).toMatchObject([200, { result: 0 }]);
  return body;
}

/** Reads events until the wanted number of events has been read. */
async function readSome(caller: ApiCaller, after: string, count: number, types: string): Promise<EventRecord[]> {
  const events: EventRecord[] = [];
  for (let cursor = after; events.length < count; ) {
    const page = await read(caller, `?after=${cursor}&types=${types}`, { Prefer: 'wait=30' });
    events.push(...page.event_list);
    cursor = page.next_cursor;
  }
  return events;
}

const here = async (caller: ApiCaller) => (await read(caller)).next_cursor;

/** Opens a stream, and returns its answer with the text of each event as it arrives. */
async function openStream(platform: Platform, caller: ApiCaller, query: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${platform.apiUrl}/ordApi/order/events${query}`, {
    headers: { Authorization: `Bearer ${await caller.token()}`, Accept: 'text/event-stream', ...headers },
  });
  return { answer, texts: blocksOf(answer) };
}

async function* blocksOf({ body }: Response): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of body!.pipeThrough(new TextDecoderStream())) {
    const blocks = (rest + piece).split('\n\n');
    rest = blocks.pop() ?? '';
    yield* blocks.filter((block) => block.includes('data: '));
  }
}

export function describeEvents(flow: DescribeFlow): void {
  flow('notify each side of its slips, and a client of its batches', async (platform) => {
    await loadOrderMarket(platform);
    const [ofBuyer, ofSeller, ofStranger] = await Promise.all([
      platform.caller(buyer),
      platform.caller(seller),
      platform.caller(stranger),
    ]);
    const [buyerStart, sellerStart, strangerStart] = await Promise.all([
      here(ofBuyer),
      here(ofSeller),
      here(ofStranger),
    ]);
    const { rows, batchId } = await uploadOrders(ofBuyer, [anOrder('planned', { send_flg: '0' })]);
    const tradeId = rows[0]?.trade_id ?? '';
    const common = { trade_id: tradeId, version: '1', status_code: '10', previous_status_code: '' };
    const [created] = await readSome(ofBuyer, buyerStart, 1, 'trade.*');
    expect(created).toMatchObject({
      type: 'trade.created',
      member_code: buyer,
      data: { ...common, member_code_partner: seller },
    });
    const [told] = await readSome(ofSeller, sellerStart, 1, 'trade.*');
    expect(told).toMatchObject({
      type: 'trade.created',
      member_code: seller,
      data: { ...common, member_code_partner: buyer },
    });
    const [ended] = await readSome(ofBuyer, buyerStart, 1, 'batch.ended');
    expect(ended?.data).toEqual({
      batch_id: batchId,
      function: 'order-upload',
      batch_flg: '3',
      record_count: '1',
      error_count: '0',
    });
    await ofBuyer.call('/order/generate', { trade_id_list: [tradeId] });
    const [, updated] = await readSome(ofSeller, sellerStart, 2, 'trade.*');
    expect(updated).toMatchObject({
      type: 'trade.updated',
      data: { trade_id: tradeId, version: '2', status_code: '40', previous_status_code: '10' },
    });
    await platform.operate(
      ['import', 'trade', '-', '--delete'],
      JSON.stringify({ trade_id: tradeId, member_code_self: seller }),
    );
    const [, , removed] = await readSome(ofSeller, sellerStart, 3, 'trade.*');
    expect(removed).toMatchObject({ type: 'trade.removed', data: { trade_id: tradeId, version: '3' } });
    const [, , left] = await readSome(ofBuyer, buyerStart, 3, 'trade.*');
    expect(left).toMatchObject({ type: 'trade.updated', data: { trade_id: tradeId, version: '3' } });
    expect((await read(ofStranger, `?after=${strangerStart}`)).event_list).toEqual([]);
  });

  flow('report a large import once to each member, and gather changes of products and settings', async (platform) => {
    await loadOrderMarket(platform);
    const [ofBuyer, ofSeller] = await Promise.all([platform.caller(buyer), platform.caller(seller)]);
    const [buyerStart, sellerStart] = [await here(ofBuyer), await here(ofSeller)];
    const slips = Array.from({ length: 101 }, (_, n) => ({
      trade_id: `many-${n}`,
      member_code_self: buyer,
      member_code_partner: seller,
      status_code: '40',
    }));
    await platform.load('trade', slips);
    const [many] = await readSome(ofBuyer, buyerStart, 1, 'trade.*');
    expect(many).toMatchObject({ type: 'trade.many', data: { count: '101' } });
    expect(many?.data.since).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    await platform.load('orderblock', [
      {
        member_code_buyer: '',
        seller_list: [{ member_code_seller: seller, orderblock: [{ order_block_flg: '0' }] }],
      },
    ]);
    await platform.load('master', [
      { member_code: buyer, member_code_partner: seller, buy: [{ item_id: 'fresh' }], catalog: [] },
    ]);
    const [ofMaster] = await readSome(ofBuyer, buyerStart, 1, 'master.*');
    expect(ofMaster).toMatchObject({
      type: 'master.changed',
      data: { member_code_partner: seller, kind: 'master', count: expect.stringMatching(/^[1-9]\d*$/) },
    });
    for (const [caller, start, partner] of [
      [ofBuyer, buyerStart, seller],
      [ofSeller, sellerStart, ''],
    ] as const) {
      const [ofSettings] = await readSome(caller, start, 1, 'setting.*');
      expect(ofSettings).toMatchObject({
        type: 'setting.changed',
        data: { member_code_partner: partner, kind: 'orderblock', count: '1' },
      });
    }
  });

  flow('come as a stream that continues after the last event, and that ends with its token', async (platform) => {
    await loadOrderMarket(platform);
    const caller = await platform.caller(buyer);
    const start = await here(caller);
    const { answer, texts } = await openStream(platform, caller, `?after=${start}&types=trade.created`);
    expect(answer.headers.get('content-type')).toMatch(/^text\/event-stream/);
    const { rows } = await uploadOrders(caller, manyOrders(3, 'stream'));
    const ids: string[] = [];
    const told: unknown[] = [];
    for await (const text of texts) {
      const [, id = '', data = ''] =
        /^id: (\S+)\nevent: trade.created\ndata: (.*)$/m.exec(text.replace(/^retry.*\n*/, '')) ?? [];
      ids.push(id);
      told.push((JSON.parse(data) as EventRecord).data.trade_id);
      if (told.length === rows.length) break;
    }
    expect(told).toHaveLength(rows.length);
    expect(new Set(told)).toEqual(new Set(rows.map(({ trade_id }) => trade_id)));
    const headers = { 'Last-Event-ID': ids[0] ?? '' };
    const again = await openStream(platform, caller, `?after=${start}&types=trade.created`, headers);
    const first = await again.texts.next();
    expect(String(first.value)).toContain(`id: ${ids[1]}\n`);
    const { clientId, clientSecret } = caller.credentials;
    await fetch(`${platform.authUrl}/idp/oauth2/revoke`, {
      method: 'POST',
      body: new URLSearchParams({ token: await caller.token(), client_id: clientId, client_secret: clientSecret }),
    });
    for await (const _ of again.texts);
    expect((await again.texts.next()).done).toBe(true);
  });

  flow('are followed by the SDK across runs, from a cursor in a file', async (platform) => {
    await loadOrderMarket(platform);
    const { credentials } = await platform.caller(seller);
    const client = new PlatformClient({
      authUrl: platform.authUrl,
      apiUrl: platform.apiUrl,
      ...credentials,
      allowHttp: true,
    });
    const store = new FileCursorStore(join(platform.folder, 'events.cursor'));
    const stopping = new AbortController();
    const followed = client.events.follow({ cursor: store, types: ['trade.created'], signal: stopping.signal });
    const next = followed.next();
    const ofBuyer = await platform.caller(buyer);
    while ((await store.load()) === undefined) await new Promise((resolve) => setTimeout(resolve, 20));
    const { rows } = await uploadOrders(ofBuyer, [anOrder('followed')]);
    expect((await next).value.data.trade_id).toBe(rows[0]?.trade_id);
    const pending = followed.next();
    stopping.abort(new Error('enough'));
    await expect(pending).rejects.toThrow('enough');
    const later = await uploadOrders(ofBuyer, [anOrder('later')]);
    for await (const event of client.events.follow({ cursor: store, types: ['trade.created'] })) {
      expect(event.data.trade_id).toBe(later.rows[0]?.trade_id);
      break;
    }
  });

  flow('reach a local program by tp listen, and keep a copy of tp sync current', async (platform) => {
    await loadOrderMarket(platform);
    const caller = await platform.caller(buyer);
    const place = await CallerFolder.make(caller.addresses, caller.credentials);
    const receiver = await openEventReceiver();
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    receiver.secrets.push(secret);
    const as = ['--credentials', 'caller.json'];
    const started = [
      place.start(['listen', ...as, '--forward-to', receiver.url, '--secret', secret, '--after', '0']),
      place.start(['sync', 'trade', ...as, '--to', 'sqlite:mirror.db', '--follow', '--json']),
    ];
    try {
      const mirrored = async (tradeId: string) => {
        while (!existsSync(place.path('mirror.db'))) await sleep(50);
        for (;;) {
          const mirror = new DatabaseSync(place.path('mirror.db'), { readOnly: true, timeout: 10_000 });
          const isThere = mirror.prepare("SELECT 1 FROM sqlite_master WHERE name = 'trade'").get() !== undefined;
          const row = isThere
            ? mirror.prepare('SELECT trade_id FROM trade WHERE trade_id = ?').get(tradeId)
            : undefined;
          mirror.close();
          if (row !== undefined) return row;
          await sleep(100);
        }
      };
      for (const name of ['first', 'second']) {
        const { rows } = await uploadOrders(caller, [anOrder(`${name}-of-tp`)]);
        const tradeId = rows[0]?.trade_id ?? '';
        expect(await receiver.untilTrade(tradeId)).toMatchObject({ type: 'trade.created', member_code: buyer });
        expect(await mirrored(tradeId)).toEqual({ trade_id: tradeId });
      }
      for (const { child } of started) child.kill('SIGTERM');
      expect(await Promise.all(started.map(({ ended }) => ended))).toMatchObject([{ errors: '' }, { code: 0 }]);
    } finally {
      for (const { child } of started) child.kill('SIGKILL');
      receiver.close();
      await place.remove();
    }
  });
}
