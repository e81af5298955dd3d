import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { refusal, send } from '@trading-platform/client/testing';
import { Webhook } from 'standardwebhooks';
import { eachWithPlatform, type Scene, withCredentials } from './run-tp.js';

interface Message {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** The program that a person develops. It answers with these statuses, one after the other, and then with 204. */
class Receiver {
  readonly got: Message[] = [];
  statuses: number[] = [];
  onMessage: (count: number) => void = () => undefined;
  readonly #server: Server = createServer((request, response) => void this.#answer(request, response));

  async open(): Promise<string> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook`;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    this.got.push({ headers: request.headers, body });
    // A kept connection may end just when the sender uses it again after a pause.
    response.writeHead(this.statuses.shift() ?? 204, { location: '/elsewhere', connection: 'close' }).end();
    this.onMessage(this.got.length);
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

let scene: Scene;
let receiver: Receiver;
let url: string;

eachWithPlatform((made) => {
  scene = made;
});

beforeEach(async () => {
  receiver = new Receiver();
  url = await receiver.open();
});

afterEach(() => receiver.close());

/** Listens until the program has received this number of messages. */
async function listenFor(count: number, more: readonly string[] = []) {
  return scene.workplace.tp(['listen', ...withCredentials, '--forward-to', url, ...more], {
    onStart: (child) => {
      receiver.onMessage = (got) => {
        // The line of the last attempt is printed before the end.
        if (got === count) child.stdout?.once('data', () => child.kill('SIGINT'));
      };
    },
  });
}

describe('tp listen', () => {
  it('pushes signed events until they are taken, and ends cleanly when it is interrupted', async () => {
    receiver.statuses = [500, 302];
    const { platform } = scene;
    const created = platform.events.add('trade.created', { trade_id: 'T1', version: '1' });
    platform.events.add('batch.ended', { batch_id: '7' });
    const removed = platform.events.add('trade.removed', { trade_id: 'T1', version: '2' });
    const result = await listenFor(4, ['--types', 'trade.*', '--after', '0']);
    expect(result).toMatchObject({ code: 0, stderr: '' });
    const [start, secret = '', ...attempts] = result.stdout.trimEnd().split('\n');
    expect(start).toBe(`Events go to ${url}. The program verifies them with this secret:`);
    const webhook = new Webhook(secret);
    const told = receiver.got.map(({ headers, body }) => webhook.verify(body, headers as Record<string, string>));
    expect(told).toEqual([created, created, created, removed]);
    expect(attempts.map((line) => line.replace(/^\S+ \S+ /, '').replace(/\d+ ms/, 'N ms'))).toEqual([
      `trade.created ${created.id} 500 in N ms; again in 1 s`,
      `trade.created ${created.id} 302 in N ms; again in 2 s`,
      `trade.created ${created.id} 204 in N ms`,
      `trade.removed ${removed.id} 204 in N ms`,
    ]);
    expect(platform.callsTo('/revoke')).toHaveLength(1);
  });

  it('begins with later events, and continues where it has stopped only with a file', async () => {
    const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
    const { platform } = scene;
    platform.events.add('trade.created', { trade_id: 'before' });
    const more = ['--secret', secret, '--cursor-file', 'hook.cursor', '--json'];
    // Once the program knows its place, it waits for events.
    let waits = 0;
    const first = await scene.workplace.tp(['listen', ...withCredentials, '--forward-to', url, ...more], {
      onStart: (child) => {
        platform.beforeAnswer = async ({ path, headers }) => {
          if (!path.endsWith('/events') || headers.prefer === undefined) return;
          waits++;
          if (waits === 1) platform.events.add('trade.created', { trade_id: 'first' });
          else child.kill('SIGTERM');
        };
      },
    });
    platform.beforeAnswer = undefined;
    platform.events.add('trade.created', { trade_id: 'second' });
    const second = await listenFor(2, more);
    expect([first.code, second.code]).toEqual([0, 0]);
    const lines = second.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    expect(lines).toEqual([
      { forward_to: url, secret },
      expect.objectContaining({ type: 'trade.created', status: 204, latency_ms: expect.any(Number) }),
    ]);
    const ids = receiver.got.map(({ body }) => (JSON.parse(body) as { data: { trade_id: string } }).data.trade_id);
    expect(ids).toEqual(['first', 'second']);
  });

  it('refuses what it cannot use before it calls anybody', async () => {
    const { workplace, platform } = scene;
    const refused = async (...args: string[]) => (await workplace.tp(['listen', ...withCredentials, ...args])).stderr;
    expect(await refused('--forward-to', 'localhost:3000')).toContain(
      'Expected an address such as http://localhost:3000',
    );
    expect(await refused('--forward-to', url, '--secret', 'whsec_c2hvcnQ=')).toContain('24 to 64 bytes in Base64');
    expect(await refused('--forward-to', url, '--after', '0', '--cursor-file', 'f')).toContain('not both');
    expect(platform.calls).toEqual([]);
  });

  it('says why the platform refuses, without a secret', async () => {
    const { workplace, platform } = scene;
    platform.disturbances.push(({ path }, response) => {
      if (!path.endsWith('/events')) return false;
      send(response, 403, refusal('E100001', '', 'The client needs the right event.'));
      return true;
    });
    const result = await workplace.tp(['listen', ...withCredentials, '--forward-to', url]);
    expect(result).toMatchObject({ code: 3, stdout: '' });
    expect(result.stderr).toContain('right event');
  });
});
