import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { verifyWebhook } from '@trading-platform/client';
import type { EventRecord } from '@trading-platform/domain-types';

/** A server of the client. It verifies every message that it receives. */
export async function openEventReceiver() {
  const secrets: string[] = [];
  const got: EventRecord[] = [];
  const server: Server = createServer((request, reply) => void answer(request, reply));
  async function answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const event = await verifyWebhook(request.headers, await buffer(request), secrets).catch(() => undefined);
    if (event !== undefined) got.push(event);
    reply.writeHead(event === undefined ? 400 : 204).end();
  }
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`;
  return {
    url,
    secrets,
    got,
    async until(count: number): Promise<void> {
      while (got.length < count) await sleep(20);
    },
    /** After a kill, events may arrive twice, so their number does not show which events have arrived. */
    async untilTrade(tradeId: string | undefined): Promise<EventRecord> {
      for (;;) {
        const event = got.find(({ data }) => data.trade_id === tradeId);
        if (event !== undefined) return event;
        await sleep(20);
      }
    },
    close: () => server.close(),
  };
}
