import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { EventEndpointRecord, EventListAnswer, EventRecord } from '@trading-platform/domain-types';
import type { ApiCaller } from '../src/api-caller.js';
import { manyOrders, orderMembers } from '../src/order-market.js';
import type { DatabaseKind } from '../src/platform-databases.js';
import { KilledPlatform } from './kill-rounds.js';
import { uploadCalls } from './killed-uploads.js';

const settings = { EVENT_ADDRESSES: '127.0.0.0/8', EVENT_ALLOW_HTTP: '1' };
const types = 'trade.created';
const patienceMs = 120_000;

export interface PushedThroughKills {
  readonly rounds: number;
  readonly ordersPerRound: number;
  readonly endpoints: number;
}

/**
 * Kills the worker, the api and PostgreSQL in turn while orders are uploaded. Each endpoint fails at random when it
 * gets an event for the first time. In the end, each endpoint and a caller that pulls must have the events of exactly
 * the same slips.
 */
export function describePushedThroughKills(
  database: DatabaseKind,
  { rounds, ordersPerRound, endpoints }: PushedThroughKills,
  timeoutMs?: number,
): void {
  describe(`events on ${database} during ${rounds} kills`, () => {
    it(
      'are pushed and pulled alike: none is lost, and doubles have the same id and body',
      async () => {
        const killed = await KilledPlatform.start(database, settings);
        const receiver = await failingReceiver(endpoints);
        try {
          const buyer = await killed.platform.caller(orderMembers.buyer);
          for (let n = 0; n < endpoints; n++) await addEndpoint(buyer, `${receiver.url}/${n}`);
          const tradeIds: string[] = [];
          for (let round = 0; round < rounds; round++) {
            const orders = manyOrders(ordersPerRound, `round-${round}`);
            const taken = await killed.sendThroughKill(buyer, uploadCalls, orders, `round-${round}`);
            for (const { trade_id } of taken.values()) tradeIds.push(trade_id);
          }
          const pulled = await pullAll(buyer, tradeIds.length);
          expect(pulled.map(({ data }) => data.trade_id).toSorted(byText)).toEqual(tradeIds.toSorted(byText));
          await receiver.untilAll(tradeIds.length);
          const ids = pulled.map(({ id }) => id).toSorted(byText);
          expect(ids).toHaveLength(new Set(ids).size);
          for (const taken of receiver.taken) expect([...taken.keys()].toSorted(byText)).toEqual(ids);
          expect(receiver.otherBodies).toEqual([]);
        } finally {
          receiver.close();
          await killed.stop();
        }
      },
      timeoutMs,
    );
  });
}

function byText(one = '', other = ''): number {
  return one < other ? -1 : 1;
}

async function addEndpoint(caller: ApiCaller, url: string): Promise<void> {
  const path = '/event-endpoints';
  const { body } = await caller.call<{ endpoint: EventEndpointRecord }>(path, { url, types });
  const tested = await caller.call<{ endpoint: EventEndpointRecord }>(`${path}/${body.endpoint.endpoint_id}/test`, {});
  expect(tested.body.endpoint).toMatchObject({ enabled: '1' });
}

/** The worker may assign the positions of the last events a moment later. */
async function pullAll(caller: ApiCaller, count: number): Promise<readonly EventRecord[]> {
  const events: EventRecord[] = [];
  const end = Date.now() + patienceMs;
  for (let after = '0'; events.length < count && Date.now() < end; ) {
    const path = `/events?after=${after}&types=${types}&limit=1000`;
    const { body } = await caller.call<EventListAnswer>(path, undefined, {
      method: 'GET',
      headers: { prefer: 'wait=5' },
    });
    events.push(...body.event_list);
    after = body.next_cursor;
  }
  return events;
}

/**
 * A server with several endpoints. When an endpoint gets an event for the first time, it fails with a probability of
 * one fifth: it answers with an error, or gives no answer.
 */
async function failingReceiver(endpoints: number) {
  const taken = Array.from({ length: endpoints }, () => new Map<string, string>());
  const failed = new Set<string>();
  const otherBodies: string[] = [];
  const server = createServer((request, reply) => {
    void buffer(request).then((content) => {
      const id = String(request.headers['webhook-id']);
      const text = content.toString();
      if ((JSON.parse(text) as EventRecord).type !== types) return void reply.writeHead(204).end();
      const key = `${request.url} ${id}`;
      const luck = failed.has(key) ? 1 : Math.random();
      if (luck < 0.2) failed.add(key);
      if (luck < 0.1) return void request.socket.destroy();
      if (luck < 0.2) return void reply.writeHead(500).end();
      const its = taken[Number(request.url?.slice(1))];
      if ((its?.get(id) ?? text) !== text) otherBodies.push(text);
      its?.set(id, text);
      return void reply.writeHead(204).end();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const count = () => taken.reduce((sum, each) => sum + each.size, 0);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    otherBodies,
    /** Waits for all events. If no new message arrives for a while, the missing events are lost. */
    async untilAll(events: number): Promise<void> {
      let [last, end] = [count(), Date.now() + patienceMs];
      while (last < events * endpoints && Date.now() < end) {
        await sleep(100);
        if (count() > last) [last, end] = [count(), Date.now() + patienceMs];
      }
    },
    close: () => server.close(),
  };
}
