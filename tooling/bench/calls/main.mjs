import { setTimeout as sleep } from 'node:timers/promises';
import { runBench } from '../harness/bench.mjs';
import { measureBesideBare, posted } from '../harness/beside-bare.mjs';
import { databaseOption, dialectOf, profileFlags, profileOption, withPlatform } from '../harness/platform.mjs';
import { post } from '../harness/post.mjs';
import { judge, row, tell } from '../harness/print.mjs';
import { deliveryBodies, fcPriceBodies } from '../lookups/requests.mjs';
import { appendSlips } from '../market/append-slips.mjs';
import { Market } from '../market/market.mjs';
import { members } from '../market/records.mjs';

const about = `Measures the CPU of single calls to the data API, with token, guard, count, validation, log and metrics. Compares it with a bare
node:http server that answers with the same bytes and does not read the request.`;

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

await runBench({ name: 'calls', about, options }, (values, folder) =>
  withPlatform({ folder, dialect: dialectOf(values.database), settings }, async (platform) => {
    const market = await Market.load(platform, { parts: ['lookups'] });
    for (const name of /** @type {const} */ (['auth', 'worker'])) await platform.start(name);
    await platform.start('api', profileFlags(values.profile));
    const token = await market.tokenOf(members.store);
    const { batch_id } = await post(`${platform.orderUrl}/master/download/buy/request`, { token, body: {} });
    await makeEvents(market, token);
    /** @type {readonly import('../harness/beside-bare.mjs').CallKind[]} */
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
    for (const kind of kinds.filter(({ title }) => title.includes(only))) {
      const load = { headers, connections, seconds, rounds };
      const { apiMs, bareMs, times, perSecond } = await measureBesideBare(platform, kind, load);
      ratios.push(times);
      row(kind.title, [apiMs.toFixed(4), bareMs.toFixed(4), times.toFixed(2), perSecond]);
    }
    tell('');
    return judge(
      `at most ${wanted} times the CPU of a bare answer`,
      ratios.every((ratio) => ratio <= wanted),
    );
  }),
);

/**
 * Appends events, and waits until the worker has given them their positions.
 *
 * @param {Market} market
 * @param {string} token
 */
async function makeEvents(market, token) {
  const database = await market.openDatabase();
  await appendSlips(
    database,
    members.store,
    Array.from({ length: events }, (_, number) => String(number)),
  );
  await database.close();
  const headers = { authorization: `Bearer ${token}` };
  for (;;) {
    const answer = await fetch(`${market.platform.orderUrl}/events?after=0`, { headers });
    const { event_list } = /** @type {{ event_list: readonly unknown[] }} */ (await answer.json());
    if (event_list.length >= events) return;
    await sleep(50);
  }
}
