import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Get, Module, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Connections } from './connections.js';
import {
  defaultRequestBounds,
  type RequestBounds,
  type RunningService,
  readSettings,
  serviceSettings,
  startService,
} from './index.js';
import { openAnyhow, requestHead, slowAttacks } from './testing/index.js';

/** Like the bounds in production, but so small that tests do not have to wait. */
const bounds = {
  headersTimeoutMs: 1_000,
  requestTimeoutMs: 1_200,
  bodyBytesPerSecond: 1_000,
  keepAliveTimeoutMs: 500,
  stallTimeoutMs: 1_500,
  farewellMs: 100,
  connectionCheckMs: 50,
} satisfies Partial<RequestBounds>;
/** Time for the checks on a busy machine. */
const toleranceMs = 20_000;
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

  /** Reads its body to the end, like the data API. */
  @Post('body')
  async body(@Req() request: FastifyRequest) {
    return { bytes: (await request.raw.toArray()).reduce((sum, chunk: Buffer) => sum + chunk.length, 0) };
  }
}

@Module({ controllers: [TestController] })
class TestModule {}

/** A pause of the whole process must not look like a client that has stopped. */
const patientBounds = { ...bounds, headersTimeoutMs: 20_000, stallTimeoutMs: 3_000 };

let service: RunningService;
let patient: RunningService;

beforeAll(async () => {
  service = await start(bounds);
  patient = await start(patientBounds);
});

afterAll(async () => {
  await service.stop();
  await patient.stop();
});

function start(withBounds: Partial<RequestBounds>): Promise<RunningService> {
  return startService({
    name: 'test',
    version: '0.0.0',
    settings: serviceSettings,
    module: TestModule,
    bounds: withBounds,
    env: { ...readSettings(serviceSettings, { LOG_LEVEL: 'silent' }), port: 0 },
  });
}

const slowBody = requestHead('POST /body', 'Content-Type: text/plain', 'Content-Length: 9999');

const attacks = slowAttacks({
  port: () => service.port,
  bounds: { ...defaultRequestBounds, ...bounds },
  dripEveryMs: 50,
  small: '/small',
  post: ['POST /body', 'Content-Type: text/plain'],
  heavy: requestHead('GET /heavy'),
});

/** The age of each connection on the service, by the port of its client. */
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
    await Promise.all(attacks.map(async ({ what, open: attack }) => ports.set(what, await launch(attack))));
  });

  afterAll(() => {
    for (const socket of sockets) socket.destroy();
  });

  /** Opens the connections of an attack, and returns their local ports. */
  function launch(attack: () => Socket): Promise<readonly number[]> {
    const launched = Array.from({ length: 10 }, attack);
    sockets.push(...launched);
    return Promise.all(launched.map((socket) => once(socket, 'connect').then(() => socket.localPort ?? NaN)));
  }

  it.each(attacks)('$what', async ({ what, limitMs }) => {
    const from = ports.get(what) ?? [];
    const giveUpAt = performance.now() + limitMs + toleranceMs;
    while (performance.now() < giveUpAt && !from.every((port) => lasted.has(port))) await sleep(20);
    const times = from.map((port) => lasted.get(port) ?? Infinity);
    expect(times).toHaveLength(10);
    expect(Math.max(...times)).toBeLessThan(limitMs + toleranceMs);
  });
});

const open = (text: string) => openAnyhow(patient.port, text);

describe('a client is served that', () => {
  it('sends its headers slowly, in time', async () => {
    const socket = open('GET /small HTTP/1.1\r\n');
    await sleep(150);
    socket.write('Host: test\r\nConnection: close\r\n\r\n');
    expect(String(await readToEnd(socket))).toMatch(/^HTTP\/1\.1 200 [\s\S]*small$/);
  });

  it('sends a long body steadily, and takes longer than the limit for a short body', async () => {
    const parts = 20;
    const socket = open(
      requestHead('POST /body', 'Content-Type: text/plain', 'Content-Length: 20000', 'Connection: close'),
    );
    for (let part = 0; part < parts; part++) {
      await sleep(100);
      socket.write('x'.repeat(1_000));
    }
    expect(String(await readToEnd(socket))).toMatch(/^HTTP\/1\.1 201 [\s\S]*\{"bytes":20000\}$/);
  });

  it('reads a long answer slowly, and takes longer than the limit for a pause', async () => {
    const socket = open(requestHead('GET /heavy', 'Connection: close'));
    const startedAt = performance.now();
    let bytes = 0;
    let atOnce = 0;
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      atOnce += chunk.length;
      if (atOnce > heavyBytes / 20) {
        await sleep((2 * patientBounds.stallTimeoutMs) / 20);
        atOnce = 0;
      }
    }
    expect(bytes).toBeGreaterThan(heavyBytes);
    expect(performance.now() - startedAt).toBeGreaterThan(1.5 * patientBounds.stallTimeoutMs);
  });

  it('learns that its request arrived too slowly', async () => {
    const socket = open(slowBody);
    expect(String(await readToEnd(socket))).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\nX-Request-Id: /);
    socket.destroy();
  });
});

it('a connection is not cut because the service itself stood still', async () => {
  const connections = new Connections(defaultRequestBounds, () => ({ body: {} }));
  const server = createServer();
  connections.watch(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const client = openAnyhow((server.address() as AddressInfo).port, '');
  const [socket] = (await once(server, 'connection')) as [Socket];
  const begun = performance.now();
  /** Checks once a second, like a service that runs all the time. The bounds of an idle connection are 80 seconds. */
  const isCut = (from: number, to: number) => {
    for (let second = from; second <= to; second++) connections.cutOverdue(begun + second * 1_000);
    return socket.destroyed;
  };
  expect([isCut(0, 1), isCut(3_600, 3_630), isCut(3_631, 3_700)]).toEqual([false, false, true]);
  client.destroy();
  server.close();
});

async function readToEnd(socket: Socket): Promise<Buffer> {
  return Buffer.concat(await socket.toArray());
}
