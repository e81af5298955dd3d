import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '@trading-platform/database';
import { orderingSchema } from '@trading-platform/ordering/typeorm';
import { runBench } from '../harness/bench.mjs';
import { startCeiling } from '../harness/ceiling.mjs';
import { databaseOption, dialectOf, profileFlags, profileOption, withPlatform } from '../harness/platform.mjs';
import { post } from '../harness/post.mjs';
import { callForSeconds } from '../harness/posted-load.mjs';
import { judge, row, tell } from '../harness/print.mjs';
import { inTurn, medianBy, ratioOf } from '../harness/rounds.mjs';
import { deliveryBodies, fcPriceBodies } from '../lookups/requests.mjs';
import { appendSlips } from '../market/append-slips.mjs';
import { Market } from '../market/market.mjs';
import { members } from '../market/records.mjs';

const about = `The CPU of single calls to the data API, with token, guard, count, validation, log and metrics, beside a bare node:http
server that answers with the same bytes and reads nothing of the request.`;

const options = /** @type {const} */ ({
  database: databaseOption,
  seconds: [3, 'length of each measurement'],
  rounds: [5, 'measurements of each kind; the median counts'],
  connections: [16, 'connections that call at the same time'],
  only: ['', 'check, price, delivery or events'],
  profile: profileOption,
});
const wanted = 2.5;
const events = 20;
const settings = { CALLS_PER_MINUTE: '1000000000' };

/**
 * @typedef {object} Kind
 * @property {string} title
 * @property {'GET' | 'POST'} method
 * @property {string} path
 * @property {readonly string[]} bodies
 */

await runBench({ name: 'calls', about, options }, (values, folder) =>
  withPlatform({ folder, dialect: dialectOf(values.database), settings }, async (platform) => {
    const market = await Market.load(platform, { parts: ['lookups'] });
    for (const name of /** @type {const} */ (['auth', 'worker'])) await platform.start(name);
    await platform.start('api', profileFlags(values.profile));
    const token = await market.tokenOf(members.store);
    const { batch_id } = await post(`${platform.orderUrl}/master/download/buy/request`, { token, body: {} });
    await makeEvents(platform, token);
    /** @type {readonly Kind[]} */
    const kinds = [
      posted('check', '/master/download/buy/check', [{ batch_id: String(batch_id) }]),
      posted('FC price', '/fc/price', fcPriceBodies(1)),
      posted('delivery date', '/delivery/shortest', deliveryBodies(1)),
      { title: `page of ${events} events`, method: 'GET', path: `/events?after=0&limit=${events}`, bodies: [''] },
    ];
    const headers = { authorization: `Bearer ${token}` };
    const { connections, seconds, rounds, only } = values;
    row('', ['CPU ms', 'bare', 'times', 'per second']);
    const ratios = [];
    for (const { title, method, path, bodies } of kinds.filter((one) => one.title.includes(only))) {
      const url = platform.orderUrl + path;
      const name = `bare ${title}`;
      const bareUrl = await startCeiling(platform, {
        method,
        url,
        headers,
        ...(bodies[0] && { body: bodies[0] }),
        name,
      });
      const requests = bodies.map((body) => ({ method, path: url.slice(platform.apiUrl.length), body }));
      /** @param {string} process @param {string} origin */
      const way = (process, origin) => async () => {
        const before = platform.cpuSeconds(process);
        const load = await callForSeconds({ url: origin, requests, headers, connections, seconds });
        return { ...load, cpuMs: ((platform.cpuSeconds(process) - before) * 1_000) / load.answers };
      };
      const { api, bare } = await inTurn(rounds, { api: way('api', platform.apiUrl), bare: way(name, bareUrl) });
      const ratio = ratioOf(api, bare, ofCpu);
      ratios.push(ratio);
      row(title, [
        medianBy(api, ofCpu).toFixed(4),
        medianBy(bare, ofCpu).toFixed(4),
        ratio.toFixed(2),
        medianBy(api, ({ perSecond }) => perSecond),
      ]);
    }
    tell('');
    return judge(
      `at most ${wanted} times the CPU of a bare answer`,
      ratios.every((ratio) => ratio <= wanted),
    );
  }),
);

/** @param {{ cpuMs: number }} measured */
function ofCpu({ cpuMs }) {
  return cpuMs;
}

/**
 * @param {string} title
 * @param {string} path
 * @param {readonly object[]} bodies
 * @returns {Kind}
 */
function posted(title, path, bodies) {
  return { title, method: 'POST', path, bodies: bodies.map((body) => JSON.stringify(body)) };
}

/**
 * Appends events, and waits until the worker has given them their positions.
 *
 * @param {import('../harness/platform.mjs').Platform} platform
 * @param {string} token
 */
async function makeEvents(platform, token) {
  const database = await openDatabase({
    address: platform.environment['ORDERING_DATABASE_URL'] ?? '',
    schemas: [orderingSchema],
  });
  await appendSlips(
    database,
    members.store,
    Array.from({ length: events }, (_, number) => String(number)),
  );
  await database.close();
  const headers = { authorization: `Bearer ${token}` };
  for (;;) {
    const answer = await fetch(`${platform.orderUrl}/events?after=0`, { headers });
    const { event_list } = /** @type {{ event_list: readonly unknown[] }} */ (await answer.json());
    if (event_list.length >= events) return;
    await sleep(50);
  }
}
