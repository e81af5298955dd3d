import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiCaller } from '../../src/api-caller.js';
import { answerTo } from '../../src/attacks/answer-to.js';
import { type AttackedService, attackedServices } from '../../src/attacks/attacked-services.js';
import { type Attack, attacksOn } from '../../src/attacks/attacks.js';
import { almost, type StalledSender, stalled, stalledSenders } from '../../src/attacks/stalled-senders.js';
import { batchOfHeavySlips, heavySlips, loadHeavySlips } from '../../src/heavy-slips.js';
import { mainThreadTimes } from '../../src/main-thread.js';
import { Platform } from '../../src/platform.js';
import { serviceGauges } from '../../src/service-gauges.js';

const second = 1_000;
const names = ['api', 'auth', 'console', 'worker'] as const;
/** A single member can use only a part of the memory for bodies, so several members attack. */
const members = ['20000001', '20000002', '20000003', '20000004'];
/** The number of simultaneous requests that are refused before their bodies are read. */
const crowd = 20;
/** If the machine pauses, only one round is affected. The cost of an attack affects every round. */
const rounds = 5;
const delayAtMostMs = 50;
const clients = 500;
const residentBytesAtMost = 330e6;
/** The time for a body of 16 MB at the slowest allowed speed, plus the longest of all time limits. */
const goneAfterMs = 420 * second;

describe('attacks by bodies and headers', () => {
  let platform: Platform;
  let services: readonly AttackedService[];
  let caller: ApiCaller;
  let range: { readonly batch_id: string };

  beforeAll(async () => {
    platform = await Platform.start({ database: 'sqlite' });
    await platform.startService('console', { settings: await platform.consoleSettings() });
    caller = await loadHeavySlips(platform);
    range = await batchOfHeavySlips(caller);
    services = await attackedServices(platform, members);
  });

  afterAll(() => platform.stop());

  const service = (name: string) => services.find((one) => one.name === name) as AttackedService;

  describe(`${clients} stalled senders`, () => {
    const begun: { readonly url: string; readonly sockets: number; readonly senders: readonly Socket[] }[] = [];

    it.each(names)('keep the %s small and hold up nobody', async (name) => {
      const attacked = service(name);
      const { url } = attacked;
      const { sockets } = await serviceGauges(url);
      const kinds = [...stalledSenders(attacked), ...(name === 'api' ? await stalledReaders() : [])];
      begun.push({ url, sockets, senders: await opened(kinds, clients) });
      const { residentBytes, medianMs } = await watched(url, name === 'api' ? check : healthz(url));
      tell(`${name}: ${clients} stalled senders`, [`${megabytes(residentBytes)}, others ${medianMs.toFixed(0)} ms`]);
      expect(residentBytes).toBeLessThan(residentBytesAtMost);
      expect(medianMs).toBeLessThan(second / 2);
    });

    it(
      'are disconnected in time',
      async () => {
        expect((await caller.call(`${heavySlips.path}/get`, range)).status).toBe(200);
        const giveUpAt = performance.now() + goneAfterMs;
        for (const { url, sockets } of begun) {
          while ((await serviceGauges(url)).sockets > sockets + 5 && performance.now() < giveUpAt) await sleep(second);
          expect((await serviceGauges(url)).sockets).toBeLessThanOrEqual(sockets + 5);
        }
        for (const socket of begun.flatMap(({ senders }) => senders)) socket.destroy();
      },
      900 * second,
    );
  });

  it('from a hundred unknown callers who declare an upload and stall cost the console nothing', async () => {
    const { url, strangers } = service('console');
    const before = await serviceGauges(url);
    const upload = strangers.filter(([line]) => line.includes('upload'));
    const senders = await opened([almost(url, upload, 16 * 1024 * 1024)], 100);
    const { residentBytes } = await watched(url, healthz(url));
    tell('console: a hundred strangers with uploads', [
      `${megabytes(before.residentBytes)} → ${megabytes(residentBytes)}`,
    ]);
    for (const socket of senders) socket.destroy();
    expect(residentBytes).toBeLessThan(before.residentBytes + 100e6);
  });

  it.each([1, 6])('of %d uploads of 16 MB at once hold up nobody at the console', async (atOnce) => {
    const attacked = service('console');
    const file = Buffer.from(`[{"x":"${'x'.repeat(16 * 1024 * 1024 - 100)}"}]`);
    const [[line, ...lines] = []] = attacked.posts.filter(([post]) => post.includes('upload'));
    const head = [`${line} HTTP/1.1`, 'Host: test', 'Connection: close', ...lines, `Content-Length: ${file.length}`];
    const bytes = Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), file]);
    const { delayMs, allowedMs } = await worstDelay(attacked, { sentence: 'an upload of 16 MB', bytes }, atOnce);
    const { residentBytes } = await serviceGauges(attacked.url);
    tell(`console: ${atOnce} uploads of 16 MB`, [`${delayMs.toFixed(0)} ms, ${megabytes(residentBytes)}`]);
    expect(delayMs).toBeLessThan(allowedMs);
    expect(residentBytes).toBeLessThan(residentBytesAtMost);
  });

  it.each(names)('of each kind hold up nobody at the %s', async (name) => {
    const attacked = service(name);
    const attacks = attacksOn(attacked);
    const figures: Figure[] = [];
    for (const attack of attacks) figures.push(await worstDelay(attacked, attack, 1));
    for (const attack of attacks.filter(({ isUnread }) => isUnread)) {
      figures.push(await worstDelay(attacked, attack, crowd));
    }
    const worst = figures.toSorted((a, b) => b.delayMs - a.delayMs);
    const lines = worst.slice(0, 8).map(({ sentence, delayMs }) => `${delayMs.toFixed(0)} ms: ${sentence}`);
    tell(`${name}: the longest delays of the loop`, lines);
    expect(worst.filter(({ delayMs, allowedMs }) => delayMs > allowedMs)).toEqual([]);
  });

  const check = async () => (await caller.call(`${heavySlips.path}/check`, { batch_id: range.batch_id })).status;

  /** Clients that request much data but read none of it. */
  async function stalledReaders(): Promise<readonly StalledSender[]> {
    const token = await caller.token();
    const url = caller.addresses.apiUrl;
    const body = JSON.stringify(range);
    const head = (line: string, ...headers: readonly string[]) =>
      [`${line} HTTP/1.1`, 'Host: test', `Authorization: Bearer ${token}`, ...headers, '\r\n'].join('\r\n');
    return ['gzip', 'identity'].flatMap((encoding) => [
      () =>
        stalled(
          url,
          head(
            `POST /ordApi/order${heavySlips.path}/get`,
            'Content-Type: application/json',
            `Accept-Encoding: ${encoding}`,
            `Content-Length: ${body.length}`,
          ),
          body,
        ),
      () => stalled(url, head(`GET /ordApi/order/batches/${range.batch_id}/records`, `Accept-Encoding: ${encoding}`)),
    ]);
  }
});

interface Figure {
  readonly sentence: string;
  readonly delayMs: number;
  /** The limit is higher if other processes use the processors. */
  readonly allowedMs: number;
}

/** Returns the longest delay of the event loop in the best of several rounds. */
async function worstDelay(attacked: AttackedService, attack: Attack, atOnce: number): Promise<Figure> {
  const before = mainThreadTimes(attacked.processId);
  let delayMs = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds && delayMs > delayAtMostMs; round++) {
    delayMs = Math.min(delayMs, await delayOf(attacked, attack, atOnce));
  }
  const after = mainThreadTimes(attacked.processId);
  const slowness = 1 + (after.waitedMs - before.waitedMs) / (after.workedMs - before.workedMs);
  return { sentence: `${atOnce} × ${attack.sentence}`, delayMs, allowedMs: delayAtMostMs * slowness };
}

async function delayOf({ url }: AttackedService, { bytes }: Attack, atOnce: number): Promise<number> {
  await serviceGauges(url);
  await Promise.all(Array.from({ length: atOnce }, () => answerTo(url, bytes)));
  return (await serviceGauges(url)).loopDelayMs;
}

/** Opens this many connections. Each kind of client opens the same number of connections. */
async function opened(kinds: readonly StalledSender[], count: number): Promise<readonly Socket[]> {
  const each = Math.ceil(count / kinds.length);
  const sockets = kinds.flatMap((open) => Array.from({ length: each }, (_, n) => open(n)));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  return sockets;
}

/** Measures for ten seconds the highest memory use of a service, and how long the calls of other clients take. */
async function watched(url: string, call: () => Promise<number>) {
  const times: number[] = [];
  let residentBytes = 0;
  for (let round = 0; round < 20; round++) {
    residentBytes = Math.max(residentBytes, (await serviceGauges(url)).residentBytes);
    const startedAt = performance.now();
    expect(await call()).toBe(200);
    times.push(performance.now() - startedAt);
    await sleep(second / 2);
  }
  return { residentBytes, medianMs: times.toSorted((a, b) => a - b)[times.length / 2] ?? NaN };
}

const healthz = (url: string) => async () => (await fetch(`${url}/healthz`)).status;

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;

function tell(what: string, lines: readonly string[]): void {
  process.stderr.write(`${[what, ...lines].join('\n  ')}\n`);
}
