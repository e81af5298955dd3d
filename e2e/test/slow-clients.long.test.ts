import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import type { ServiceName } from '@trading-platform/bootstrap/local-platform';
import { defaultRequestBounds } from '@trading-platform/service';
import { openAnyhow, requestHead, slowAttacks } from '@trading-platform/service/testing';
import type { ApiCaller } from '../src/api-caller.js';
import { sessionOf } from '../src/attacks/attacked-services.js';
import { describePlatform } from '../src/describe-platform.js';
import { batchOfHeavySlips, heavySlips, loadHeavySlips } from '../src/heavy-slips.js';
import { heldConnections } from '../src/held-connections.js';
import type { Platform } from '../src/platform.js';
import { rawRequest } from '../src/raw-get.js';

const services = ['auth', 'api', 'worker', 'console'] as const;
const second = 1_000;
const clientsOfEach = 20;
/**
 * Time for two checks of the service, for closing the connection, for one check of the test itself, and for delays on a
 * busy machine.
 */
const toleranceMs = 10 * second;
const flowTimeoutMs = 240 * second;
const bounds = defaultRequestBounds;
/** The slowest allowed reader takes as long as the slowest attack. */
const longestMs = bounds.stallTimeoutMs + toleranceMs;

/** Attacking clients of one kind, all at one service. */
interface Siege {
  readonly service: ServiceName;
  readonly what: string;
  readonly limitMs: number;
  readonly sockets: readonly Socket[];
}

describePlatform('slow clients by the hundred', { database: 'sqlite' }, (flow) => {
  flow(
    'lose their connections in time at every service, while honest ones are served',
    async (platform) => {
      await platform.startService('console', { settings: await platform.consoleSettings() });
      const caller = await loadHeavySlips(platform);
      const range = await batchOfHeavySlips(caller);
      const heavy = await rawRequest(caller, { path: `${heavySlips.path}/get`, body: range, keepsConnection: true });
      const sieges = await laySieges(platform, caller, heavy);
      const startedAt = performance.now();
      const [overdue, served] = await Promise.all([
        findOverdue(platform, sieges, startedAt),
        serveSlowly(platform, caller, range),
      ]);
      for (const { sockets } of sieges) for (const socket of sockets) socket.destroy();
      expect(overdue).toEqual([]);
      expect(served).toEqual(expectedOfHonest);
    },
    flowTimeoutMs,
  );
});

function portOf(platform: Platform, service: ServiceName): number {
  const urls = {
    auth: platform.authUrl,
    api: platform.apiUrl,
    worker: platform.workerUrl,
    console: platform.consoleUrl,
  };
  return Number(new URL(urls[service]).port);
}

/** Opens all connections at the same time. */
async function laySieges(platform: Platform, caller: ApiCaller, heavy: string): Promise<readonly Siege[]> {
  const json = ['Content-Type: application/json', `Authorization: Bearer ${await caller.token()}`];
  const additions = {
    auth: { post: ['POST /api/credentials/access_token', 'Content-Type: application/x-www-form-urlencoded'] },
    api: { post: [`POST /ordApi/order${heavySlips.path}/request`, ...json], heavy },
    worker: {},
    console: {
      post: [
        'POST /api/orders/upload',
        'Content-Type: application/octet-stream',
        'X-Console: 1',
        `Cookie: ${await sessionOf(platform, heavySlips.member)}`,
      ],
    },
  } as const;
  const sieges = services.flatMap((service) => {
    const port = () => portOf(platform, service);
    const attacks = slowAttacks({ port, bounds, dripEveryMs: 3 * second, small: '/healthz', ...additions[service] });
    return attacks.map(({ what, limitMs, open }) => ({
      service,
      what,
      limitMs,
      sockets: Array.from({ length: clientsOfEach }, open),
    }));
  });
  await Promise.all(sieges.flatMap(({ sockets }) => sockets.map((socket) => once(socket, 'connect'))));
  return sieges;
}

/** Waits until the time limit of each kind has passed. Returns the kinds of clients that still have connections. */
async function findOverdue(platform: Platform, sieges: readonly Siege[], startedAt: number): Promise<string[]> {
  const ports = new Map(sieges.map((siege) => [siege, siege.sockets.map(({ localPort = NaN }) => localPort)]));
  const judged = await Promise.all(
    sieges.map(async (siege) => {
      await sleep(startedAt + siege.limitMs + toleranceMs - performance.now());
      const held = await heldConnections(portOf(platform, siege.service));
      const left = ports.get(siege)?.filter((port) => held.has(port)).length;
      return left === 0 ? [] : [`${siege.service}: ${left} of those whose client ${siege.what}`];
    }),
  );
  return judged.flat();
}

const expectedOfHonest = {
  slowHeads: { auth: 200, api: 200, worker: 200, console: 200 },
  returning: { auth: [200, 200, 200], api: [200, 200, 200], worker: [200, 200, 200], console: [200, 200, 200] },
  slowForm: 200,
  slowBody: 200,
  slowReader: { status: 200, isWhole: true, lastedLonger: true },
};

/** Returns the results of slow clients that keep within the limits, while the attackers hold their connections. */
async function serveSlowly(platform: Platform, caller: ApiCaller, range: object): Promise<typeof expectedOfHonest> {
  const atEach = async <Value>(act: (port: number) => Promise<Value>) => {
    const values = await Promise.all(services.map(async (name) => [name, await act(portOf(platform, name))] as const));
    return Object.fromEntries(values) as Record<(typeof services)[number], Value>;
  };
  const [slowHeads, returning, slowForm, slowBody, slowReader] = await Promise.all([
    atEach(sendHeadSlowly),
    atEach(returnAgain),
    sendFormSlowly(platform, caller),
    sendBodySlowly(platform, caller),
    readSlowly(platform, caller, range),
  ]);
  return { slowHeads, returning, slowForm, slowBody, slowReader };
}

/** Sends headers slowly. Sending takes two thirds of the allowed time. */
async function sendHeadSlowly(port: number): Promise<number> {
  const text = requestHead('GET /healthz', 'Connection: close');
  return sendInParts(port, text, { parts: 10, everyMs: bounds.headersTimeoutMs / 15 });
}

/** Sends requests on one connection. Between requests, the connection is idle for almost the longest allowed time. */
async function returnAgain(port: number): Promise<number[]> {
  const socket = openAnyhow(port, '');
  const statuses: number[] = [];
  for (let call = 0; call < 3; call++) {
    if (call > 0) await sleep(bounds.keepAliveTimeoutMs - 10 * second);
    socket.write(requestHead('GET /healthz'));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    statuses.push(statusOf(answer));
  }
  socket.destroy();
  return statuses;
}

/** Sends a form slowly. Sending takes two thirds of the allowed time. */
async function sendFormSlowly(platform: Platform, { credentials }: ApiCaller): Promise<number> {
  const form = new URLSearchParams({
    user_id: credentials.userId,
    user_password: credentials.password,
    client_id: credentials.clientId,
    client_secret: credentials.clientSecret,
  }).toString();
  const head = requestHead(
    'POST /api/credentials/access_token',
    'Content-Type: application/x-www-form-urlencoded',
    `Content-Length: ${form.length}`,
    'Connection: close',
  );
  const everyMs = bounds.requestTimeoutMs / 15;
  return sendInParts(portOf(platform, 'auth'), form, { head, parts: 10, everyMs });
}

/** Sends a megabyte. Sending takes longer than is allowed for a short body, but not too long for a large one. */
async function sendBodySlowly(platform: Platform, caller: ApiCaller): Promise<number> {
  const body = JSON.stringify({ ...heavySlips.criteria, unknown: 'x'.repeat(1_000_000) });
  const head = requestHead(
    `POST /ordApi/order${heavySlips.path}/request`,
    'Content-Type: application/json',
    `Authorization: Bearer ${await caller.token()}`,
    `Content-Length: ${body.length}`,
    'Connection: close',
  );
  const everyMs = (1.2 * bounds.requestTimeoutMs) / 30;
  return sendInParts(portOf(platform, 'api'), body, { head, parts: 30, everyMs });
}

/**
 * Reads a twentieth of the answer at a time. The whole answer takes longer than a connection may stay without progress.
 */
async function readSlowly(platform: Platform, caller: ApiCaller, range: object) {
  const call = await rawRequest(caller, { path: `${heavySlips.path}/get`, body: range });
  const socket = openAnyhow(portOf(platform, 'api'), call);
  const startedAt = performance.now();
  let status = 0;
  let bytes = 0;
  let atOnce = 0;
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    if (bytes === 0) status = statusOf(chunk);
    bytes += chunk.length;
    atOnce += chunk.length;
    if (atOnce < heavySlips.bytes / 20) continue;
    atOnce = 0;
    await sleep(longestMs / 20);
  }
  const lastedMs = performance.now() - startedAt;
  return { status, isWhole: bytes > heavySlips.bytes, lastedLonger: lastedMs > bounds.stallTimeoutMs };
}

async function sendInParts(
  port: number,
  text: string,
  { head = '', parts, everyMs }: { readonly head?: string; readonly parts: number; readonly everyMs: number },
): Promise<number> {
  const socket = openAnyhow(port, head);
  const size = Math.ceil(text.length / parts);
  for (let from = 0; from < text.length; from += size) {
    await sleep(everyMs);
    socket.write(text.slice(from, from + size));
  }
  const answer = Buffer.concat(await socket.toArray());
  socket.destroy();
  return statusOf(answer);
}

function statusOf(answer: Buffer): number {
  return Number(/^HTTP\/1\.1 (\d+)/.exec(answer.toString('latin1', 0, 20))?.[1]);
}
