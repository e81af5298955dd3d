import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Get, Module, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type RequestBounds, type RunningService, readSettings, serviceSettings, startService } from './index.js';

/** The bounds of production in the same order, so much smaller that a test need not wait. */
const bounds = {
  headersTimeoutMs: 1_000,
  requestTimeoutMs: 1_200,
  bodyBytesPerSecond: 1_000,
  keepAliveTimeoutMs: 500,
  stallTimeoutMs: 1_500,
  farewellMs: 100,
  connectionCheckMs: 50,
} satisfies Partial<RequestBounds>;
const idleMs = bounds.keepAliveTimeoutMs + bounds.headersTimeoutMs;
/** For the checks, and for a machine that has other things to do. */
const toleranceMs = 4_000;
const heavyBytes = 32 * 1024 * 1024;

@Controller()
class TestController {
  @Get('small')
  small() {
    return 'small';
  }

  @Get('heavy')
  heavy(@Res() reply: FastifyReply) {
    reply.hijack();
    reply.raw.end(Buffer.alloc(heavyBytes));
  }

  /** Reads its body to the end, as the data API does. */
  @Post('body')
  async body(@Req() request: FastifyRequest) {
    return { bytes: (await request.raw.toArray()).reduce((sum, chunk: Buffer) => sum + chunk.length, 0) };
  }
}

@Module({ controllers: [TestController] })
class TestModule {}

let service: RunningService;

beforeAll(async () => {
  service = await startService({
    name: 'test',
    module: TestModule,
    port: 0,
    bounds,
    configure: (application) => {
      const fastify = application.getHttpAdapter().getInstance();
      fastify.removeAllContentTypeParsers();
      fastify.addContentTypeParser('*', (_request: unknown, _body: unknown, done: (error: null) => void) => done(null));
    },
    ...readSettings(serviceSettings, { LOG_LEVEL: 'silent' }),
  });
});

afterAll(() => service.stop());

/** A connection that never ends by itself, not even when the other side has ended. */
function open(text: string): Socket {
  const socket = connect({ port: service.port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => undefined);
  socket.write(text);
  return socket;
}

function head(line: string, ...headers: readonly string[]): string {
  return `${[`${line} HTTP/1.1`, 'Host: test', ...headers].join('\r\n')}\r\n\r\n`;
}

/** Writes a little again and again, whatever the other side says. */
function drip(socket: Socket, text: string): Socket {
  const timer = setInterval(() => socket.write(text), 50);
  socket.once('close', () => clearInterval(timer));
  return socket;
}

const slowBody = head('POST /body', 'Content-Type: text/plain', 'Content-Length: 100000');
const chunkedBody = head('POST /body', 'Content-Type: text/plain', 'Transfer-Encoding: chunked');
const unreadBody = head('POST /nowhere', 'Content-Length: 9999');
const heavyGet = head('GET /heavy');

/** What a client does, and how long its connection may last. */
const attacks: readonly (readonly [string, number, () => Socket])[] = [
  ['sends nothing', bounds.headersTimeoutMs, () => open('')],
  ['sends its headers drop by drop', bounds.headersTimeoutMs, () => drip(open('GET /small HTTP/1.1\r\nX-Slow: '), 'x')],
  ['sends empty lines before its first request', bounds.headersTimeoutMs, () => drip(open('\r\n'), '\r\n')],
  ['sends empty lines between two requests', idleMs, () => drip(open(head('GET /small')).resume(), '\r\n')],
  ['idles after an answer', idleMs, () => open(head('GET /small')).resume()],
  ['stops in the middle of its body', bounds.requestTimeoutMs, () => open(`${slowBody}x`)],
  ['sends its body drop by drop', bounds.requestTimeoutMs, () => drip(open(slowBody), 'x')],
  ['sends its body in chunks drop by drop', bounds.requestTimeoutMs, () => drip(open(chunkedBody), '1\r\nx\r\n')],
  ['sends a body drop by drop that nobody reads', idleMs, () => drip(open(unreadBody).resume(), 'x')],
  ['reads nothing of a long answer', bounds.stallTimeoutMs, () => open(head('GET /heavy')).pause()],
  ['reads nothing and goes on sending', bounds.stallTimeoutMs, () => drip(open(heavyGet).pause(), head('GET /small'))],
  ['reads nothing and sends drop by drop', bounds.headersTimeoutMs + idleMs, () => drip(open(heavyGet).pause(), 'G')],
  ['ends its side in the middle of its body', 0, () => open(slowBody).end()],
  ['ends its side and reads nothing', bounds.stallTimeoutMs, () => open(heavyGet).pause().end()],
  ['drips on after nonsense', bounds.farewellMs, () => drip(open('NONSENSE\r\n\r\n'), 'x')],
];

/** For how long the service has had each connection, by the port of its client. */
const lasted = new Map<number, number>();

describe('a connection is cut in time when its client', () => {
  const sockets: Socket[] = [];
  const ports = new Map<string, readonly number[]>();

  beforeAll(async () => {
    service.application.getHttpServer().on('connection', (socket: Socket) => {
      const { remotePort = 0 } = socket;
      const since = performance.now();
      socket.once('close', () => lasted.set(remotePort, performance.now() - since));
    });
    await Promise.all(attacks.map(async ([sentence, , attack]) => ports.set(sentence, await launch(attack))));
  });

  afterAll(() => {
    for (const socket of sockets) socket.destroy();
  });

  /** Answers the ports that the attack comes from. */
  function launch(attack: () => Socket): Promise<readonly number[]> {
    const launched = Array.from({ length: 10 }, attack);
    sockets.push(...launched);
    return Promise.all(launched.map((socket) => once(socket, 'connect').then(() => socket.localPort ?? NaN)));
  }

  it.each(attacks)('%s', async (sentence, limitMs) => {
    const from = ports.get(sentence) ?? [];
    const giveUpAt = performance.now() + limitMs + toleranceMs;
    while (performance.now() < giveUpAt && !from.every((port) => lasted.has(port))) await sleep(20);
    const times = from.map((port) => lasted.get(port) ?? Infinity);
    expect(times).toHaveLength(10);
    expect(Math.max(...times)).toBeLessThan(limitMs + toleranceMs);
  });
});

describe('a client is served that', () => {
  it('sends its headers slowly, in time', async () => {
    const socket = open('GET /small HTTP/1.1\r\n');
    await sleep(150);
    socket.write('Host: test\r\nConnection: close\r\n\r\n');
    expect(String(await readToEnd(socket))).toMatch(/^HTTP\/1\.1 200 [\s\S]*small$/);
  });

  it('sends a long body steadily, for longer than a short one may take', async () => {
    const parts = 20;
    const socket = open(head('POST /body', 'Content-Type: text/plain', 'Content-Length: 20000', 'Connection: close'));
    for (let part = 0; part < parts; part++) {
      await sleep(100);
      socket.write('x'.repeat(1_000));
    }
    expect(String(await readToEnd(socket))).toMatch(/^HTTP\/1\.1 201 [\s\S]*\{"bytes":20000\}$/);
  });

  it('reads a long answer slowly, for longer than it may stand still', async () => {
    const socket = open(head('GET /heavy', 'Connection: close'));
    const startedAt = performance.now();
    let bytes = 0;
    let atOnce = 0;
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      atOnce += chunk.length;
      if (atOnce > heavyBytes / 20) {
        await sleep((2 * bounds.stallTimeoutMs) / 20);
        atOnce = 0;
      }
    }
    expect(bytes).toBeGreaterThan(heavyBytes);
    expect(performance.now() - startedAt).toBeGreaterThan(1.5 * bounds.stallTimeoutMs);
  });

  it('learns that its request came too slowly', async () => {
    const socket = open(slowBody);
    expect(String(await readToEnd(socket))).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\nX-Request-Id: /);
    socket.destroy();
  });
});

async function readToEnd(socket: Socket): Promise<Buffer> {
  return Buffer.concat(await socket.toArray());
}
