import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { runBench } from '../harness/bench.mjs';
import { databaseOption, dialectOf, withPlatform } from '../harness/platform.mjs';
import { judge, row } from '../harness/print.mjs';
import { appendSlips } from '../market/append-slips.mjs';
import { Market } from '../market/market.mjs';
import { members } from '../market/records.mjs';

const about = `Measures events: to how many events per second one worker gives positions, and how many one reader pulls over HTTP; how long an event
takes from its commit to a waiting reader; how long appends and readers wait while old events are removed; and how much memory and
CPU open streams cost one process of the data API.`;

const options = /** @type {const} */ ({
  database: databaseOption,
  events: [50_000, 'events that are written and pulled'],
  single: [300, 'events whose time is measured; 100 are sent per second'],
  streams: [2_000, 'open streams on one process'],
});
const removeEvents = fileURLToPath(new URL('remove-events.mjs', import.meta.url));
const perTransaction = 100;
const wanted = { perSecond: 2_000, p99Ms: 1_000, lockedMs: 250, megabytes: 60, cpuPoints: 1 };
const settings = {
  WAITING_CALLS_PER_CLIENT: '10000',
  WAITING_CALLS: '10000',
  CALLS_PER_MINUTE: '1000000',
  SHUTDOWN_DELAY_SECONDS: '0',
};

/** @typedef {{ event_list: readonly { data: Record<string, string> }[], next_cursor: string }} Page */

await runBench({ name: 'events', about, options }, (values, folder) =>
  withPlatform({ folder, dialect: dialectOf(values.database), settings }, async (platform) => {
    const market = await Market.load(platform, { parts: ['small'] });
    for (const name of /** @type {const} */ (['auth', 'api', 'worker'])) await platform.start(name);
    const database = await market.openDatabase();
    const memberCode = members.small[0] ?? '';
    const url = `${platform.orderUrl}/events`;
    const headers = { authorization: `Bearer ${await market.tokenOf(memberCode)}` };

    /** @param {readonly string[]} numbers */
    const append = (numbers) => appendSlips(database, memberCode, numbers);
    /** @param {string} query */
    const read = async (query) => {
      const answer = await fetch(`${url}?${query}`, { headers: { ...headers, prefer: 'wait=30' } });
      return /** @type {Page} */ (await answer.json());
    };
    /**
     * @param {string} after
     * @param {number} count
     * @param {(number: string) => void} [heard]
     */
    const pull = async (after, count, heard) => {
      for (let cursor = after, found = 0; found < count; ) {
        const page = await read(`after=${cursor}&types=trade.created&limit=1000`);
        for (const { data } of page.event_list) heard?.(data['trade_id'] ?? '');
        found += page.event_list.length;
        cursor = page.next_cursor;
      }
    };

    const here = async () => /** @type {Page} */ (await (await fetch(url, { headers })).json()).next_cursor;
    const start = await here();
    const began = performance.now();
    const written = (async () => {
      for (let n = 0; n < values.events; n += perTransaction) {
        await append(Array.from({ length: perTransaction }, (_, index) => String(n + index)));
      }
      return performance.now() - began;
    })();
    await pull(start, values.events);
    const pulledMs = performance.now() - began;
    const perSecond = (values.events / pulledMs) * 1_000;
    row('events a second: appended, positioned and pulled', [(values.events / (await written)) * 1_000, perSecond]);
    const againBegan = performance.now();
    await pull(start, values.events);
    row('events a second: pulled by one reader', [(values.events / (performance.now() - againBegan)) * 1_000]);

    /**
     * Appends single events. Measures how long each append takes, and how long the event then takes to a waiting
     * reader.
     *
     * @param {string} name
     */
    const timeSingles = async (name) => {
      const from = await here();
      /** @type {Map<string, number>} */
      const committed = new Map();
      /** @type {number[]} */
      const appends = [];
      /** @type {number[]} */
      const delays = [];
      const heard = pull(from, values.single, (number) =>
        delays.push(performance.now() - (committed.get(number) ?? performance.now())),
      );
      for (let n = 0; n < values.single; n++) {
        const appending = performance.now();
        await append([`${name}-${n}`]);
        appends.push(performance.now() - appending);
        committed.set(`${name}-${n}`, performance.now());
        await sleep(10);
      }
      await heard;
      return { appends, delays };
    };
    const { delays } = await timeSingles('single');
    const p99 = quantile(delays, 0.99);
    row('milliseconds from the commit to a waiting reader: p50, p99', [quantile(delays, 0.5), p99]);

    const [{ stdout }, meanwhile] = await Promise.all([
      promisify(execFile)(process.execPath, [removeEvents, market.databaseAddress]),
      timeSingles('meanwhile'),
    ]);
    const removal = /** @type {{ removed: number, seconds: number }} */ (JSON.parse(stdout));
    const longestAppend = quantile(meanwhile.appends, 1);
    row('old events removed; seconds', [removal.removed, removal.seconds]);
    row('milliseconds of an append during removal: p50, longest', [quantile(meanwhile.appends, 0.5), longestAppend]);
    row('milliseconds to a waiting reader during removal: p50, longest', [
      quantile(meanwhile.delays, 0.5),
      quantile(meanwhile.delays, 1),
    ]);

    const idle = await cpuPercent(platform);
    const before = platform.residentBytes('api');
    const leaving = new AbortController();
    const opened = Array.from({ length: values.streams }, () =>
      fetch(url, { headers: { ...headers, accept: 'text/event-stream' }, signal: leaving.signal }),
    );
    for (const { status } of await Promise.all(opened))
      if (status !== 200) throw new Error(`A stream got HTTP ${status}`);
    await sleep(3_000);
    const megabytes = (platform.residentBytes('api') - before) / 1_048_576;
    const cpu = await cpuPercent(platform);
    row(`${values.streams} streams: MB more, CPU % (without them)`, [
      megabytes,
      `${cpu.toFixed(1)} (${idle.toFixed(1)})`,
    ]);
    leaving.abort();
    await database.close();
    return [
      judge(`${wanted.perSecond} events a second`, perSecond >= wanted.perSecond),
      judge(`p99 under ${wanted.p99Ms} ms`, p99 < wanted.p99Ms),
      judge(`no append above ${wanted.lockedMs} ms while old events are removed`, longestAppend < wanted.lockedMs),
      judge(`under ${wanted.megabytes} MB`, megabytes < wanted.megabytes),
      judge(`at most ${wanted.cpuPoints} point of CPU more`, cpu - idle <= wanted.cpuPoints),
    ].every(Boolean);
  }),
);

/**
 * @param {readonly number[]} numbers
 * @param {number} part from 0 to 1, the greatest
 */
function quantile(numbers, part) {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

/**
 * @param {import('../harness/platform.mjs').Platform} platform
 * @returns {Promise<number>} of one core
 */
async function cpuPercent(platform) {
  const watchedMs = 10_000;
  const before = platform.cpuSeconds('api');
  await sleep(watchedMs);
  return ((platform.cpuSeconds('api') - before) / (watchedMs / 1_000)) * 100;
}
