import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { runBench } from '../harness/bench.mjs';
import { databaseOption, dialectOf, profileFlags, profileOption, withPlatform } from '../harness/platform.mjs';
import { judge, row } from '../harness/print.mjs';
import { appendSlips } from '../market/append-slips.mjs';
import { Market } from '../market/market.mjs';
import { members } from '../market/records.mjs';

const about = `Measures pushes: how many signed messages per second one worker pushes to endpoints, and how long an event takes from its commit to
a receiver while some endpoints are dead. The receiver is this process.`;

const options = /** @type {const} */ ({
  database: databaseOption,
  events: [1_500, 'events, each pushed to every endpoint'],
  endpoints: [18, 'endpoints that accept every message'],
  dead: [2, 'endpoints that never answer'],
  single: [500, 'events whose time is measured; 100 are sent per second'],
  profile: profileOption,
});
const perTransaction = 100;
const endpointsPerClient = 20;
const wanted = { perSecond: 2_000, p99Ms: 1_000 };
const settings = { EVENT_ADDRESSES: '127.0.0.0/8', EVENT_ALLOW_HTTP: '1', CALLS_PER_MINUTE: '1000000' };

await runBench({ name: 'pushes', about, options }, (values, folder) =>
  withPlatform({ folder, dialect: dialectOf(values.database), settings }, async (platform) => {
    const market = await Market.load(platform, { parts: ['small'] });
    for (const name of /** @type {const} */ (['auth', 'api', 'worker']))
      await platform.start(name, name === 'worker' ? profileFlags(values.profile) : []);
    const database = await market.openDatabase();
    const memberCode = members.small[0] ?? '';
    const { userId, password } = await market.accountOf(memberCode);
    const tokens = [];
    for (let n = 0; n < values.endpoints + values.dead; n += endpointsPerClient) {
      tokens.push(await platform.newToken({ ...(await platform.createClient(`pushes-${n}`)), userId, password }));
    }

    let got = 0;
    let isDead = false;
    /** @type {(number: string) => void} */
    let heard = nobody;
    const receiver = createServer((request, reply) => {
      let text = '';
      request.setEncoding('utf8').on('data', (part) => (text += part));
      request.on('end', () => {
        if (isDead && request.url?.startsWith('/dead')) return;
        const { type, data } = JSON.parse(text);
        reply.writeHead(204).end();
        if (type !== 'trade.created') return;
        got++;
        heard(data.trade_id);
      });
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const { port } = /** @type {import('node:net').AddressInfo} */ (receiver.address());

    /**
     * @param {string | undefined} token
     * @param {string} path
     * @param {object} body
     */
    const call = async (token, path, body) => {
      const url = `${platform.orderUrl}/event-endpoints${path}`;
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
      return /** @type {{ endpoint: { endpoint_id: string } }} */ (await answer.json()).endpoint;
    };
    for (let n = 0; n < values.endpoints + values.dead; n++) {
      const kind = n < values.dead ? 'dead' : 'good';
      const token = tokens[Math.floor(n / endpointsPerClient)];
      const endpoint = { url: `http://127.0.0.1:${port}/${kind}`, types: 'trade.created' };
      const { endpoint_id: id } = await call(token, '', endpoint);
      await call(token, `/${id}/test`, {});
    }
    isDead = true;
    await sleep(3_000);

    /** @param {readonly string[]} numbers */
    const append = (numbers) => appendSlips(database, memberCode, numbers);
    /** @param {number} count */
    const until = async (count) => {
      const isThere = () => got >= count;
      while (!isThere()) await sleep(5);
    };

    const all = values.events * values.endpoints;
    const cpuBefore = platform.cpuSeconds('worker');
    const began = performance.now();
    for (let n = 0; n < values.events; n += perTransaction) {
      await append(Array.from({ length: perTransaction }, (_, index) => String(n + index)));
    }
    await until(all / 10);
    const early = platform.residentBytes('worker');
    await until(all);
    const perSecond = (all / (performance.now() - began)) * 1_000;
    const cpuEach = ((platform.cpuSeconds('worker') - cpuBefore) * 1_000_000) / all;
    row('messages a second that one worker pushes; CPU µs of each', [perSecond, cpuEach]);
    row('MB of the worker after a tenth and after all messages', [early / 1e6, platform.residentBytes('worker') / 1e6]);

    /** @type {Map<string, number>} */
    const committed = new Map();
    /** @type {number[]} */
    const delays = [];
    heard = (number) => delays.push(performance.now() - (committed.get(number) ?? performance.now()));
    for (let n = 0; n < values.single; n++) {
      await append([`single-${n}`]);
      committed.set(`single-${n}`, performance.now());
      await sleep(10);
    }
    await until(all + values.single * values.endpoints);
    const sorted = delays.toSorted((one, other) => one - other);
    const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
    row('milliseconds from the commit to a receiver: p50, p99', [sorted[sorted.length >> 1] ?? Number.NaN, p99]);
    row('MB of the worker at the end', [platform.residentBytes('worker') / 1e6]);
    receiver.closeAllConnections();
    receiver.close();
    await database.close();
    return [
      judge(`${wanted.perSecond} messages a second`, perSecond >= wanted.perSecond),
      judge(`p99 under ${wanted.p99Ms} ms`, p99 < wanted.p99Ms),
    ].every(Boolean);
  }),
);

function nobody() {}
