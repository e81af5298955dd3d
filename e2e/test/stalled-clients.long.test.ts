import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import type { ApiCaller } from '../src/api-caller.js';
import { apiGauges } from '../src/api-gauges.js';
import { describePlatform } from '../src/describe-platform.js';
import { batchOfHeavySlips, heavySlips, loadHeavySlips } from '../src/heavy-slips.js';

const second = 1_000;
const clientsOfEach = 63;
const uploadBytes = 16 * 1024 * 1024;
const residentBytesAtMost = 330e6;
/** One member alone gets only a part of the memory for bodies. */
const membersWhoSend = ['20000001', '20000002', '20000003', '20000004'];
/** The longest of all bounds on connections, and the checks. */
const goneAfterMs = 125 * second;
const flowTimeoutMs = 400 * second;

describePlatform('five hundred stalled clients', { database: 'sqlite' }, (flow) => {
  flow(
    'of eight kinds keep the data API small, hold up nobody and are gone in time',
    async (platform) => {
      const caller = await loadHeavySlips(platform);
      await platform.load(
        'members',
        membersWhoSend.map((member_code) => ({ member_code })),
      );
      const range = await batchOfHeavySlips(caller);
      const before = await apiGauges(platform);
      const senders = await Promise.all(membersWhoSend.map((memberCode) => platform.caller(memberCode)));
      const kinds = await stalledClients(caller, range, senders);
      const sockets = kinds.flatMap((open) => Array.from({ length: clientsOfEach }, (_, n) => open(n)));
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

function head(token: string, line: string, ...headers: readonly string[]): string {
  return [`${line} HTTP/1.1`, 'Host: test', `Authorization: Bearer ${token}`, ...headers, '\r\n'].join('\r\n');
}

/** How the clients of each kind begin, before they do nothing more. */
async function stalledClients(
  caller: ApiCaller,
  range: { readonly batch_id: string },
  senders: readonly ApiCaller[],
): Promise<readonly ((n: number) => Socket)[]> {
  const { hostname, port } = new URL(caller.addresses.apiUrl);
  const own = await caller.token();
  const tokens = await Promise.all(senders.map((sender) => sender.token()));
  const send = (...parts: readonly (string | Buffer)[]) => {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined).pause();
    for (const part of parts) socket.write(part);
    return socket;
  };
  const json = 'Content-Type: application/json';
  const body = JSON.stringify(range);
  const get = (encoding: string) => {
    const headers = [json, `Accept-Encoding: ${encoding}`, `Content-Length: ${body.length}`];
    return () => send(head(own, `POST /ordApi/order${heavySlips.path}/get`, ...headers), body);
  };
  const records = (encoding: string) => () =>
    send(head(own, `GET /ordApi/order/batches/${range.batch_id}/records`, `Accept-Encoding: ${encoding}`));
  const almost = (path: string, bytes: number) => {
    const part = Buffer.alloc(bytes * 0.95, `{"x":"${'x'.repeat(1_000)}`);
    const line = `POST /ordApi/order${path}/request`;
    return (n: number) => send(head(tokens.at(n % tokens.length) ?? own, line, json, `Content-Length: ${bytes}`), part);
  };
  return [
    () => send('GET /healthz HTTP/1.1\r\nHost: test\r\n'),
    almost('/order/upload', uploadBytes),
    almost(heavySlips.path, 1_048_576),
    almost(heavySlips.path, 65_536),
    get('gzip'),
    get('identity'),
    records('gzip'),
    records('identity'),
  ];
}
