import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';

/** A message that a receiver has got. */
export interface Received {
  readonly id: string;
  readonly at: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly event: { readonly id: string; readonly type: string; readonly sequence: string; readonly data: object };
}

/**
 * How a receiver answers a message: a status, `cut` for a connection that is closed at once, or `hang` for an answer
 * that never comes.
 */
export type Behaviour = (received: Received) => number | 'cut' | 'hang' | Promise<number>;

/** A real HTTP server of a client. */
export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  behave(behaviour: Behaviour): void;
  /** Resolves when the receiver has got this many messages. */
  has(count: number): Promise<void>;
  close(): Promise<void>;
}

export async function startReceiver(behaviour: Behaviour = () => 204): Promise<Receiver> {
  const received: Received[] = [];
  let present = behaviour;
  const server: Server = createServer((request, reply) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => void answer());
    async function answer() {
      const text = Buffer.concat(parts).toString();
      const headers = request.headers as Record<string, string>;
      const message = { id: headers['webhook-id'] ?? '', at: Date.now(), headers, text, event: JSON.parse(text) };
      received.push(message);
      const outcome = await present(message);
      if (outcome === 'cut') request.socket.destroy();
      else if (outcome !== 'hang') reply.writeHead(outcome).end(`answer ${outcome}`);
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    behave: (next) => {
      present = next;
    },
    async has(count) {
      const end = Date.now() + 120_000;
      while (received.length < count) {
        if (Date.now() > end) throw new Error(`${received.length} instead of ${count} messages have arrived`);
        await sleep(5);
      }
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** @throws Error unless the secret has signed the message */
export function verify({ text, headers }: Received, secret: string): unknown {
  return new Webhook(secret).verify(text, headers);
}
