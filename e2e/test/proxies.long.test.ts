import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from '@jest/globals';
import { freePort } from '@trading-platform/bootstrap/free-port';
import { Platform } from '../src/platform.js';
import { type ProxyKind, ShippedProxy } from '../src/shipped-proxy.js';

const kinds: readonly ProxyKind[] = ['caddy', 'nginx'];
const timeoutMs = 600_000;
const recordingService = fileURLToPath(new URL('../src/recording-service.mjs', import.meta.url));
const callers = 4;
const pauseMs = 20;
const killEveryMs = 20_000;
const kills = 6;
const recordedKills = 12;
const recordedKillEveryMs = 2_000;
const member = '10000001';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const post = 'POST /ordApi/order/partner/list HTTP/1.1\r\nHost: api.example.com\r\nContent-Type: application/json\r\n';
/** Requests after which the service or the caller closes the connection. */
const badRequests = {
  'a body that is too large': [`${post}Content-Length: 90000000\r\n\r\n`, 'x'.repeat(4_000_000)],
  'a malformed chunk': [`${post}Transfer-Encoding: chunked\r\n\r\n`, 'zz\r\nabc\r\n'],
  'half a body': [`${post}Content-Length: 1000\r\n\r\n`, 'x'],
} as const;

const portOf = (url: string) => Number(new URL(url).port);
const ready: Handler = (_request, response) => void response.end('ready');

describe.each(kinds)('the shipped file for %s', (kind) => {
  const ends: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).toReversed()) await end();
  }, timeoutMs);

  async function serve(handler: Handler): Promise<number> {
    const server: Server = createServer((request, response) =>
      (request.url === '/readyz' ? ready : handler)(request, response),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ends.push(async () => {
      server.closeAllConnections();
      server.close();
    });
    return (server.address() as AddressInfo).port;
  }

  async function before(first: number, second: number): Promise<ShippedProxy> {
    const pair = [first, second] as const;
    const proxy = await ShippedProxy.start(kind, { auth: pair, api: pair, console: pair });
    ends.push(() => proxy.stop());
    return proxy;
  }

  it(
    'sends a GET again if its process dies, and never a POST',
    async () => {
      const seen: string[] = [];
      const dying = await serve((request) => {
        seen.push(`dying ${request.method} ${request.url}`);
        request.on('data', () => undefined).on('end', () => request.socket.destroy());
      });
      const living = await serve((request, response) => {
        seen.push(`living ${request.method} ${request.url}`);
        request.resume();
        response.end('done');
      });
      const proxy = await before(dying, living);
      // The proxy does not use a failed process for two seconds, so each round waits.
      for (let round = 0; !seen.some((call) => call.startsWith('dying GET')); round++) {
        const answer = await proxy.send('api', `/get-${round}`);
        expect([answer.statusCode, await text(answer)]).toEqual([200, 'done']);
        await sleep(1_000);
      }
      const statuses: (number | undefined)[] = [];
      for (let round = 0; !seen.some((call) => call.startsWith('dying POST')); round++) {
        const answer = await proxy.send('api', `/post-${round}`, { method: 'POST' }, 'body');
        statuses.push(answer.resume().statusCode);
        await sleep(1_000);
      }
      expect(statuses.at(-1)).toBe(502);
      const lost = seen.find((call) => call.startsWith('dying POST'))?.split(' ')[2];
      expect(seen.filter((call) => call.endsWith(` ${lost}`))).toEqual([`dying POST ${lost}`]);
    },
    timeoutMs,
  );

  it(
    'goes on with the other process if one refuses connections',
    async () => {
      const living = await serve((request, response) => void request.resume().on('end', () => response.end('done')));
      const gone = await serve(() => undefined);
      await ends.pop()?.();
      const proxy = await before(gone, living);
      await sleep(2_000);
      const statuses: (number | undefined)[] = [];
      for (let call = 0; call < 20; call++) {
        const answer = await proxy.send('auth', '/post', { method: 'POST' }, 'body');
        statuses.push(answer.resume().statusCode);
      }
      // By then, Caddy's health check has noticed the failure. nginx sends a refused call to the other process.
      const lost = statuses.filter((status) => status !== 200);
      expect(lost.length).toBe(0);
    },
    timeoutMs,
  );

  it(
    'passes answers on while they arrive, demands TLS, names the caller, and hides health and metrics',
    async () => {
      const released = Promise.withResolvers<void>();
      const addresses: unknown[] = [];
      const slow = await serve((request, response) => {
        addresses.push(request.headers['x-forwarded-for'], request.headers['x-forwarded-proto']);
        response.writeHead(200, { 'content-type': 'application/json' });
        response.write('x'.repeat(100));
        void released.promise.then(() => response.end('end'));
      });
      const proxy = await before(slow, slow);
      const answer = await proxy.send('api', '/slow', { headers: { 'x-forwarded-for': '10.9.9.9' } });
      expect(answer.headers['strict-transport-security']).toBe('max-age=31536000');
      // The answer has no end yet.
      const [begun] = (await once(answer, 'data')) as [Buffer];
      expect(String(begun)).toBe('x'.repeat(100));
      released.resolve();
      expect(addresses).toEqual(['127.0.0.1', 'https']);
      for (const path of ['/healthz', '/readyz', '/metrics']) {
        for (const service of ['auth', 'api', 'console'] as const) {
          expect((await proxy.send(service, path)).resume().statusCode).toBe(404);
        }
      }
    },
    timeoutMs,
  );

  it(
    'sends no POST twice while processes are killed again and again, and loses no GET',
    async () => {
      const ports = [await freePort(), await freePort()] as const;
      const seen: string[] = [];
      const startOn = (port: number): ChildProcess => {
        const child = spawn(process.execPath, [recordingService, String(port)], {
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        createInterface({ input: child.stdout }).on('line', (line) => seen.push(line));
        return child;
      };
      const services = ports.map(startOn);
      ends.push(async () => services.forEach((each) => each.kill('SIGKILL')));
      const proxy = await before(...ports);
      // Caddy makes its first health check after one interval.
      await sleep(2_000);
      const outcomes = new Map<string, unknown>();
      const over = new AbortController();
      const load = Array.from({ length: callers }, async (_, index) => {
        const method = index === 0 ? 'GET' : 'POST';
        for (let call = 0; !over.signal.aborted; call++) {
          const id = `${index}-${call}`;
          const sent = proxy.send('api', '/', { method, headers: { 'x-id': id } }, index === 0 ? undefined : 'body');
          const outcome = await sent.then(
            async (answer) => [answer.statusCode, await text(answer)].join(' '),
            (error: Error) => error.message,
          );
          outcomes.set(`${method} ${id}`, outcome);
          await sleep(pauseMs);
        }
      });
      for (let kill = 0; kill < recordedKills; kill++) {
        await sleep(recordedKillEveryMs);
        services[kill % 2]?.kill('SIGKILL');
        await sleep(recordedKillEveryMs);
        services[kill % 2] = startOn(ports[kill % 2] ?? 0);
      }
      over.abort();
      await Promise.all(load);
      const lost = [...outcomes].filter(([, outcome]) => outcome !== '200 done');
      process.stderr.write(`${kind}: ${lost.length} of ${outcomes.size} calls were lost in ${recordedKills} kills\n`);
      expect(lost.filter(([call]) => call.startsWith('GET'))).toEqual([]);
      const posts = seen.filter((call) => call.startsWith('POST'));
      expect(posts.length).toBeGreaterThan(1_000);
      expect(posts.filter((call, index) => posts.indexOf(call) !== index)).toEqual([]);
    },
    timeoutMs,
  );

  it(
    'loses hardly any calls while processes are killed again and again',
    async () => {
      const platform = await Platform.start({ database: 'sqlite' });
      ends.push(() => platform.stop());
      await platform.load('members', [{ member_code: member }]);
      const caller = await platform.caller(member);
      const token = await caller.token();
      const api = [portOf(platform.apiUrl), await freePort()] as const;
      const auth = [portOf(platform.authUrl), await freePort()] as const;
      const startSecondApi = () => platform.startAnother('api', { settings: { API_PORT: String(api[1]) } });
      const secondAuth = await platform.startAnother('auth', { settings: { AUTH_PORT: String(auth[1]) } });
      let secondApi = await startSecondApi();
      ends.push(async () => {
        await secondApi.end('SIGKILL');
        await secondAuth.end('SIGKILL');
      });
      const proxy = await ShippedProxy.start(kind, { auth, api, console: api });
      ends.push(() => proxy.stop());

      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const list = () => proxy.send('api', '/ordApi/order/partner/list', { method: 'POST', headers }, '{}');
      await sleep(2_000);
      // No caller can make the processes unavailable for others.
      for (const parts of Object.values(badRequests)) {
        for (let round = 0; round < 4; round++) await proxy.sendRaw('api', parts);
        const statuses = [await list(), await list(), await list(), await list()].map(
          (answer) => answer.resume().statusCode,
        );
        expect(statuses).toEqual([200, 200, 200, 200]);
      }
      let calls = 0;
      const lost: string[] = [];
      const over = new AbortController();
      const load = Array.from({ length: callers }, async (_, index) => {
        while (!over.signal.aborted) {
          calls++;
          const sent = index === 0 ? proxy.send('auth', '/idp/oauth2/jwks') : list();
          const outcome = await sent.then(
            async (answer) => (await text(answer), answer.statusCode),
            (error: Error) => error.message,
          );
          if (outcome !== 200) lost.push(String(outcome));
          await sleep(pauseMs);
        }
      });
      for (let kill = 0; kill < kills; kill++) {
        await sleep(killEveryMs);
        if (kill % 2 === 0) {
          await platform.service('api').end('SIGKILL');
          await platform.startService('api');
        } else {
          await secondApi.end('SIGKILL');
          secondApi = await startSecondApi();
        }
      }
      over.abort();
      await Promise.all(load);
      process.stderr.write(
        `${kind}: ${lost.length} of ${calls} calls were lost in ${kills} kills: ${[...new Set(lost)].join(', ')}\n`,
      );
      expect(calls).toBeGreaterThan(1_000 * kills);
      expect(lost.length).toBeLessThanOrEqual(calls / 1_000);
    },
    timeoutMs,
  );
});
