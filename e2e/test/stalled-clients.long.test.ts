import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import type { ApiCaller } from '../src/api-caller.js';
import { apiGauges } from '../src/api-gauges.js';
import { describePlatform } from '../src/describe-platform.js';
import { batchOfHeavySlips, heavySlips, loadHeavySlips } from '../src/heavy-slips.js';

const second = 1_000;
const clientsOfEach = 84;
const residentBytesAtMost = 330e6;
/** The longest of all bounds on connections, and the checks. */
const goneAfterMs = 125 * second;
const flowTimeoutMs = 400 * second;

/** As operations run it. */
const settings = { MALLOC_ARENA_MAX: '1', NODE_OPTIONS: '--max-semi-space-size=8' };

describePlatform('five hundred stalled clients', { database: 'sqlite', settings }, (flow) => {
  flow(
    'of six kinds keep the data API small, hold up nobody and are gone in time',
    async (platform) => {
      const caller = await loadHeavySlips(platform);
      const range = await batchOfHeavySlips(caller);
      const before = await apiGauges(platform);
      const kinds = await stalledClients(caller, range);
      const sockets = kinds.flatMap((open) => Array.from({ length: clientsOfEach }, open));
      await Promise.all(sockets.map((socket) => once(socket, 'connect')));
      const stalledAt = performance.now();
      const times: number[] = [];
      const largest = { residentBytes: 0 };
      for (let round = 0; round < 20; round++) {
        const { residentBytes } = await apiGauges(platform);
        largest.residentBytes = Math.max(largest.residentBytes, residentBytes);
        const startedAt = performance.now();
        expect((await caller.call(`${heavySlips.path}/check`, { batch_id: range.batch_id })).status).toBe(200);
        times.push(performance.now() - startedAt);
        await sleep(500);
      }
      expect(times.toSorted((a, b) => a - b)[times.length / 2]).toBeLessThan(second / 2);
      const { status } = await caller.call(`${heavySlips.path}/get`, range);
      expect(status).toBe(200);
      expect(largest.residentBytes).toBeLessThan(residentBytesAtMost);
      while ((await apiGauges(platform)).sockets > before.sockets + 5) {
        expect(performance.now() - stalledAt).toBeLessThan(2 * goneAfterMs);
        await sleep(second);
      }
      for (const socket of sockets) socket.destroy();
    },
    flowTimeoutMs,
  );
});

/** How the clients of each kind begin, before they do nothing more. */
async function stalledClients(
  caller: ApiCaller,
  range: { readonly batch_id: string },
): Promise<readonly (() => Socket)[]> {
  const { hostname, port } = new URL(caller.addresses.apiUrl);
  const token = await caller.token();
  const send = (text: string) => {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined).pause();
    socket.write(text);
    return socket;
  };
  const head = (line: string, ...headers: readonly string[]) =>
    [`${line} HTTP/1.1`, 'Host: test', `Authorization: Bearer ${token}`, ...headers].join('\r\n');
  const json = 'Content-Type: application/json';
  const body = JSON.stringify(range);
  const get = (encoding: string) =>
    `${head(`POST /ordApi/order${heavySlips.path}/get`, json, `Accept-Encoding: ${encoding}`, `Content-Length: ${body.length}`)}\r\n\r\n${body}`;
  const large = `${head(`POST /ordApi/order${heavySlips.path}/request`, json, 'Content-Length: 1048576')}\r\n\r\n{"x":"${'x'.repeat(1_000_000)}`;
  const small = `${head(`POST /ordApi/order${heavySlips.path}/request`, json, 'Content-Length: 65536')}\r\n\r\n{"x":"${'x'.repeat(65_000)}`;
  const records = head(`GET /ordApi/order/batches/${range.batch_id}/records`, 'Accept-Encoding: identity');
  return [
    () => send(head('GET /healthz')),
    () => send(large),
    () => send(small),
    () => send(get('gzip')),
    () => send(get('identity')),
    () => send(`${records}\r\n\r\n`),
  ];
}
