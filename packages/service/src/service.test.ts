import { once } from 'node:events';
import { Agent, type IncomingMessage, METHODS, request } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Controller, Get, Module } from '@nestjs/common';
import { Readiness } from './health/readiness.js';
import {
  type Environment,
  MethodNotAllowed,
  type RunningService,
  readSettings,
  serviceSettings,
  startService,
} from './index.js';
import { openAnyhow, requestHead } from './testing/index.js';

const waiting: (() => void)[] = [];

@Controller()
class SlowController {
  @Get('slow')
  slow() {
    return new Promise((resolve) => waiting.push(() => resolve({ slow: true })));
  }
}

@Module({ controllers: [SlowController], providers: [MethodNotAllowed] })
class TestModule {}

let running: RunningService | undefined;

async function start(environment: Environment = {}): Promise<string> {
  running = await startService({
    name: 'test',
    version: '1.2.3',
    module: TestModule,
    env: {
      ...readSettings(serviceSettings, { LOG_LEVEL: 'silent', BUILD_COMMIT: 'abc1234', ...environment }),
      port: 0,
    },
    settings: serviceSettings,
  });
  return `http://127.0.0.1:${running.port}`;
}

afterEach(async () => {
  await running?.stop();
  running = undefined;
});

/** `fetch` cannot send some methods. */
function sent(method: string, address: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(address, { method }, (answer) => resolve(answer.resume()))
      .on('error', reject)
      .end();
  });
}

/** Opens another connection for the next request. */
const closing = { headers: { connection: 'close' } };

/**
 * Makes one call with an agent; returns its status, the fate of the connection, and whether the connection existed
 * before.
 */
async function sentOn(agent: Agent, address: string) {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const call = request(address, { agent }, resolve).on('error', reject).end();
  const answer = (await promise).resume();
  await once(answer, 'end');
  return { status: answer.statusCode, connection: answer.headers.connection, isFirst: !call.reusedSocket };
}

/** A machine may have no IPv6. */
function isOfThisMachine(address: string): boolean {
  return Object.values(networkInterfaces()).some((own) => own?.some((each) => each.address === address));
}

function isOpen(address: string): Promise<boolean> {
  return fetch(`${address}/healthz`, closing).then(
    () => true,
    () => false,
  );
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe('an address that is printed as localhost', () => {
  it.each(['127.0.0.1', '::1'].filter(isOfThisMachine))(
    'is answered on %s, with the bounds of the service',
    async (host) => {
      await start();
      const { port } = running!;
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        request({ host, port, path: '/healthz', agent: false }, resolve).on('error', reject).end();
      });
      expect(answer.resume().statusCode).toBe(200);
      expect(await running?.stop()).toBe(true);
      running = undefined;
      await expect(once(connect({ host, port }), 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    },
  );
});

describe('a service', () => {
  it('answers calls for health, readiness and metrics with a request id', async () => {
    const address = await start();
    const answers = await Promise.all(['healthz', 'readyz', 'metrics'].map((path) => fetch(`${address}/${path}`)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const { headers } of answers) expect(headers.get('x-request-id')).toMatch(/^[\da-f]{8}-[\da-f]{4}-7/);
    expect(await answers[2]?.text()).toContain('http_request_duration_seconds');
  });

  it('says which build runs', async () => {
    const address = await start();
    const build = { service: 'test', version: '1.2.3', commit: 'abc1234' };
    expect(await (await fetch(`${address}/healthz`)).json()).toMatchObject({ status: 'ok', ...build });
    const metrics = await (await fetch(`${address}/metrics`)).text();
    expect(metrics).toContain('build_info{service="test",version="1.2.3",commit="abc1234"} 1');
  });

  it.each(METHODS.filter((method) => !['GET', 'HEAD', 'CONNECT'].includes(method)))(
    'answers %s on a known path with 405 and the allowed methods',
    async (method) => {
      const address = await start();
      const answers = [await sent(method, `${address}/healthz`), await sent(method, `${address}/slow`)];
      for (const { statusCode, headers } of answers) {
        expect([statusCode, headers.allow?.split(', ').toSorted()]).toEqual([405, ['GET', 'HEAD']]);
      }
    },
  );

  it('is not ready while one of its parts is not, and says which', async () => {
    const address = await start();
    running?.application.get(Readiness).add('database', () => Promise.reject(new Error('gone')));
    const answer = await fetch(`${address}/readyz`);
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ details: { database: { status: 'down' } } });
    expect((await fetch(`${address}/healthz`)).status).toBe(200);
  });

  it('offers the checks of its parts to callers that run them themselves', async () => {
    await start();
    const readiness = running?.application.get(Readiness);
    readiness?.add('bucket', () => Promise.reject(new Error('gone')), { impairs: true });
    await expect(readiness?.checks.get('bucket')?.()).rejects.toThrow('gone');
  });

  it('drains: it is not ready at once, stays open for some time, then closes; running requests finish', async () => {
    const address = await start({ SHUTDOWN_DELAY_SECONDS: '4' });
    const slow = fetch(`${address}/slow`);
    await until(() => waiting.length === 1);
    const stopped = running?.stop();
    expect((await fetch(`${address}/readyz`, closing)).status).toBe(503);
    expect((await fetch(`${address}/healthz`, closing)).status).toBe(200);
    await until(async () => !(await isOpen(address)));
    waiting.pop()?.();
    const answer = await slow;
    expect(await answer.json()).toEqual({ slow: true });
    expect(await stopped).toBe(true);
    running = undefined;
  });

  it('after it is closed, gives each open connection at most one more answer', async () => {
    const address = await start();
    const agents = [new Agent({ keepAlive: true, maxSockets: 1 }), new Agent({ keepAlive: true, maxSockets: 1 })];
    const kept = { status: 200, connection: 'keep-alive' };
    for (const agent of agents) expect(await sentOn(agent, `${address}/healthz`)).toEqual({ ...kept, isFirst: true });
    for (const agent of agents) expect(await sentOn(agent, `${address}/healthz`)).toEqual({ ...kept, isFirst: false });
    const slow = fetch(`${address}/slow`);
    await until(() => waiting.length === 1);
    const stopped = running?.stop();
    await until(async () => !(await isOpen(address)));
    for (const agent of agents) {
      expect(await sentOn(agent, `${address}/healthz`)).toEqual({ status: 200, connection: 'close', isFirst: false });
      await expect(sentOn(agent, `${address}/healthz`)).rejects.toThrow('ECONNREFUSED');
    }
    waiting.pop()?.();
    expect((await slow).status).toBe(200);
    expect(await stopped).toBe(true);
    running = undefined;
  });

  it('answers every pipelined request before it closes the connection', async () => {
    const address = await start();
    const socket = openAnyhow(running?.port ?? 0, requestHead('GET /slow').repeat(2));
    await until(() => waiting.length === 2);
    const stopped = running?.stop();
    await until(async () => !(await isOpen(address)));
    for (const answer of waiting.splice(0)) answer();
    const text = Buffer.concat(await socket.toArray()).toString();
    expect(text.match(/HTTP\/1\.1 200 OK|Connection: \S+|\{.*?\}/gi)).toEqual([
      'HTTP/1.1 200 OK',
      'Connection: keep-alive',
      '{"slow":true}',
      'HTTP/1.1 200 OK',
      'Connection: close',
      '{"slow":true}',
    ]);
    expect(await stopped).toBe(true);
    running = undefined;
  });
});
