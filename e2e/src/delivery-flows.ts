import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { beforeAll, expect } from '@jest/globals';
import type { ApiCaller } from './api-caller.js';
import type { DescribeFlow } from './describe-platform.js';
import type { Platform } from './platform.js';
import { type RawCall, rawCall, rawRequest } from './raw-get.js';
import { startReverseProxy } from './reverse-proxy.js';

const path = '/trade/download';
const member = '10000001';
const day = '2026-04-01';
const slipsEach = 20;
/** A request names 100 slips at most. */
const namesPerRequest = 5;
/** This wait is longer than the silence after which an answer counts as received. */
const judgedAfterMs = 8_000;
const askAgainMs = 1_000;
/** A client that takes longer may lose its answer after the api has counted it as received. */
const latestLossMs = 4_500;

const prefersToAcknowledge = { Prefer: 'delivery=acknowledged' };

/** A finished batch with the slips of one client. */
interface Share {
  readonly name: string;
  readonly caller: ApiCaller;
  readonly platform: Platform;
  readonly batchId: string;
  /** A get call for all of the slips. */
  readonly get: RawCall;
  /** The same slips, read as NDJSON. */
  readonly records: RawCall;
  readonly undelivered: () => Promise<number>;
}

type Client = (share: Share) => Promise<unknown>;

/** Clients that receive the answer. Each client reads the answer in a different way. */
const taking: Readonly<Record<string, Client>> = {
  'reads and closes the connection that the service ends': async ({ caller, get }) =>
    wholeAnswer(await rawCall(caller, get)),
  'speaks HTTP/1.0': async ({ caller, get }) => wholeAnswer(await rawCall(caller, { ...get, version: '1.0' })),
  'keeps the connection and is silent': async ({ caller, get }) =>
    wholeAnswer(await rawCall(caller, { ...get, keepsConnection: true })),
  'keeps the connection for its next call': async ({ caller, get }) => {
    const socket = await rawCall(caller, { ...get, keepsConnection: true });
    await wholeAnswer(socket);
    await sleep(1_000);
    socket.write(await rawRequest(caller, { method: 'GET', path: '/batches' }));
    await wholeAnswer(socket);
  },
  'reads and closes the connection': async ({ caller, get }) => {
    const socket = await rawCall(caller, { ...get, keepsConnection: true });
    await wholeAnswer(socket);
    socket.end();
  },
  'reads NDJSON': async ({ caller, records }) =>
    wholeAnswer(await rawCall(caller, { ...records, keepsConnection: true })),
  'reads gzip': ({ caller, get: { path: getPath, body } }) => caller.call(getPath, body),
  'reads through a proxy': async ({ caller, platform, get }) => {
    const proxy = await startReverseProxy(platform.apiUrl);
    await wholeAnswer(await rawCall(caller, { ...get, port: proxy.port }));
    await sleep(judgedAfterMs);
    await proxy.stop();
  },
};

/** Clients with a direct connection that do not receive the answer. */
const losing: Readonly<Record<string, Client>> = {
  'resets the connection before it has read a byte': async ({ caller, get }) => {
    const socket = await rawCall(caller, { ...get, keepsConnection: true });
    await sleep(1_000);
    socket.resetAndDestroy();
  },
  'resets the connection after a part of the answer': async ({ caller, get }) => {
    const socket = await rawCall(caller, { ...get, keepsConnection: true });
    await once(socket, 'readable');
    socket.read(1);
    socket.resetAndDestroy();
  },
  'resets the connection at the last byte': async ({ caller, get }) => {
    const socket = await rawCall(caller, { ...get, keepsConnection: true });
    await wholeAnswer(socket);
    socket.resetAndDestroy();
  },
  'resets the connection a second later': async ({ caller, get }) => {
    const socket = await rawCall(caller, { ...get, keepsConnection: true });
    await wholeAnswer(socket);
    await sleep(1_000);
    socket.resetAndDestroy();
  },
  'resets the connection that the service ends': async ({ caller, get }) => {
    const socket = await rawCall(caller, get);
    await sleep(1_000);
    socket.resetAndDestroy();
  },
  'is killed before it has read a byte': async ({ caller, platform, get }) => {
    const request = await rawRequest(caller, { ...get, keepsConnection: true });
    const script = `const socket = require('node:net').connect(${new URL(platform.apiUrl).port}, '127.0.0.1', () =>
      socket.pause().write(${JSON.stringify(request)}, () => process.stdout.write('sent')));
    setInterval(() => undefined, 1_000);`;
    const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    const exited = once(child, 'exit');
    await once(child.stdout, 'data');
    await sleep(1_000);
    child.kill('SIGKILL');
    await exited;
  },
  'breaks NDJSON off': async ({ caller, records }) => {
    const socket = await rawCall(caller, { ...records, keepsConnection: true });
    await once(socket, 'readable');
    socket.read(1);
    socket.resetAndDestroy();
  },
  'asks for the headers of NDJSON alone': async ({ caller, records }) => {
    const socket = await rawCall(caller, { ...records, method: 'HEAD', keepsConnection: true });
    await once(socket, 'readable');
  },
  'prefers to acknowledge, and does not': async ({ caller, get }) => {
    const socket = await rawCall(caller, { ...get, headers: prefersToAcknowledge });
    expect(await wholeAnswer(socket)).toMatch(/\r\npreference-applied: delivery=acknowledged\r\n/i);
  },
  'prefers to acknowledge NDJSON, and does not': async ({ caller, records }) => {
    const socket = await rawCall(caller, { ...records, headers: prefersToAcknowledge, keepsConnection: true });
    expect(await wholeAnswer(socket)).toMatch(/\r\npreference-applied: delivery=acknowledged\r\n/i);
  },
};

/** Tests for which clients the slips count as downloaded, over real sockets (Spec 4.8). */
export function describeDeliveries(flow: DescribeFlow, running: () => Platform): void {
  const clients = Object.entries({ ...taking, ...losing });
  let caller: ApiCaller;

  beforeAll(async () => {
    const platform = running();
    await platform.load('members', [{ member_code: member }]);
    const names = [...clients.map(([name]) => name), 'acknowledges', 'idles at the end'];
    await platform.load('trade', names.flatMap(slipsOf));
    caller = await platform.caller(member);
  });

  /** Returns the number of slips that do not count as downloaded by these clients. */
  const countUndelivered = async (names: readonly string[]) => {
    let total = 0;
    for (let first = 0; first < names.length; first += namesPerRequest) {
      const criteria = criteriaOf(names.slice(first, first + namesPerRequest));
      const asked = await caller.request(path, { ...criteria, not_downloaded_flg: '1' });
      total += (await caller.waitForEnd(path, asked)).count;
    }
    return total;
  };

  const shareOf = async (name: string): Promise<Share> => {
    const batchId = await caller.request(path, criteriaOf([name]));
    expect((await caller.waitForEnd(path, batchId)).count).toBe(slipsEach);
    return {
      name,
      caller,
      platform: running(),
      batchId,
      get: { path: `${path}/get`, body: { batch_id: batchId, seq_from: '1', seq_to: String(slipsEach) } },
      records: { method: 'GET', path: `/batches/${batchId}/records` },
      undelivered: () => countUndelivered([name]),
    };
  };

  /** Lets a client call for its slips. If it loses its answer too late, it calls again for other slips. */
  const serve = async (client: Client, share: Share): Promise<Share> => {
    const began = performance.now();
    await client(share);
    if (share.name in taking) return share;
    if (performance.now() - began < latestLossMs) {
      await sleep(judgedAfterMs);
      return share;
    }
    const name = `${share.name} again`;
    await running().load('trade', slipsOf(name));
    return serve(client, await shareOf(name));
  };

  const untilTaken = async () => {
    while ((await countUndelivered(Object.keys(taking))) > 0) await sleep(askAgainMs);
  };

  flow('counts as downloaded for a client that has received it, and for no other', async () => {
    const shares = await Promise.all(clients.map(async ([name, client]) => [client, await shareOf(name)] as const));
    const [served] = await Promise.all([
      Promise.all(shares.map(([client, share]) => serve(client, share))),
      untilTaken(),
    ]);
    const names = served.map(({ name }) => name);
    const lost = names.filter((name) => !(name in taking));
    const totals = [await countUndelivered(Object.keys(taking)), await countUndelivered(lost)];
    if (isDeepStrictEqual(totals, [0, slipsEach * lost.length])) return;
    // The message names the clients with a different number.
    const rest = await Promise.all(served.map(async ({ name, undelivered }) => [name, await undelivered()] as const));
    expect(Object.fromEntries(rest)).toEqual(
      Object.fromEntries(names.map((name) => [name, name in taking ? 0 : slipsEach])),
    );
  });

  flow('counts as downloaded once and as far as it is acknowledged', async () => {
    const { batchId, undelivered } = await shareOf('acknowledges');
    const delivered = `/batches/${batchId}/delivered`;
    for (const range of [
      { seq_from: '1', seq_to: '7' },
      { seq_from: 1, seq_to: 7 },
    ]) {
      const { status, body } = await caller.call(delivered, range);
      expect({ status, body }).toEqual({
        status: 200,
        body: { request_id: expect.any(String), result: 0, error_list: [] },
      });
      expect(await undelivered()).toBe(slipsEach - 7);
    }
    expect((await caller.call(delivered, { seq_from: '8', seq_to: '100000' })).status).toBe(200);
    expect(await undelivered()).toBe(0);
  });

  flow('counts as downloaded when the service ends and its connection idles', async (platform) => {
    const { get, undelivered } = await shareOf('idles at the end');
    const socket = await rawCall(caller, { ...get, keepsConnection: true });
    await wholeAnswer(socket);
    expect(await platform.service('api').end()).toBe(0);
    await platform.startService('api');
    expect(await undelivered()).toBe(0);
  });
}

function criteriaOf(names: readonly string[]) {
  const trade_id = names.flatMap(slipsOf).map((slip) => slip.trade_id);
  return { target_date_set: '1', target_date_from: day, target_date_to: day, trade_id };
}

function slipsOf(name: string) {
  return Array.from({ length: slipsEach }, (_, n) => ({
    trade_id: `${name} ${n}`,
    member_code_self: member,
    status_code: '40',
    status_day: day,
  }));
}

/** Reads as many bytes as the answer's header declares, and returns the header. The connection stays open. */
async function wholeAnswer(socket: Socket): Promise<string> {
  let answer = Buffer.alloc(0);
  for (;;) {
    const end = answer.indexOf('\r\n\r\n');
    const head = answer.toString('latin1', 0, end);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? NaN);
    if (end >= 0 && answer.length >= end + 4 + length) return `${head}\r\n`;
    const chunk = socket.read() as Buffer | null;
    if (chunk === null) await once(socket, 'readable');
    else answer = Buffer.concat([answer, chunk]);
  }
}
