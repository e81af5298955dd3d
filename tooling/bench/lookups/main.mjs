import { fileURLToPath } from 'node:url';
import { freePort } from '@trading-platform/bootstrap/free-port';
import { runBench } from '../harness/bench.mjs';
import { withCpu } from '../harness/metered-load.mjs';
import { databaseOption, dialectOf, profileFlags, profileOption, withPlatform } from '../harness/platform.mjs';
import { postForSeconds } from '../harness/posted-load.mjs';
import { judge, row, tell } from '../harness/print.mjs';
import { inTurn, medianBy, ratioOf } from '../harness/rounds.mjs';
import { Market } from '../market/market.mjs';
import { members } from '../market/records.mjs';
import { measureFind } from './measure-find.mjs';
import { deliveryBodies, fcPriceBodies } from './requests.mjs';

const about = `Measures the shortest delivery date (Spec 4.5) and the FC price (Spec 4.9) over HTTP, with token, guard and validation. Compares them
with the plain way, which queries the database for each element and caches nothing. With --find, measures GET /find and a search in a
batch instead.`;

const options = /** @type {const} */ ({
  database: databaseOption,
  seconds: [4, 'length of each measurement'],
  rounds: [3, 'measurements of each kind; the median counts'],
  'skip-plain': [false, 'without the plain way and the comparison with it'],
  only: ['', 'delivery or price'],
  find: [0, 'measures GET /find instead, with this number of products and slips'],
  profile: profileOption,
});
const wanted = { thousandMedianMs: 25, singlePerSecond: 5_000 };
const functions = [
  { title: 'shortest delivery date', path: '/delivery/shortest', bodies: deliveryBodies },
  { title: 'FC price', path: '/fc/price', bodies: fcPriceBodies },
];
const loads = [
  { elements: 1_000, connections: 4 },
  { elements: 1, connections: 16 },
];

await runBench({ name: 'lookups', about, options }, (values, folder) =>
  withPlatform({ folder, dialect: dialectOf(values.database) }, async (platform) => {
    if (values.find > 0) return measureFind(new Market(platform), values.find);
    tell('Loading the market …');
    const market = await Market.load(platform, { parts: ['lookups'] });
    await platform.start('auth');
    await platform.start('api', profileFlags(values.profile));
    const plainUrl = values['skip-plain'] ? undefined : await startPlain(platform);
    row('', ['median ms', 'p99 ms', 'per second', 'CPU ms each', '× plain']);
    const met = [];
    for (const { title, path, bodies } of functions.filter((one) => one.title.includes(values.only))) {
      for (const { elements, connections } of loads) {
        /** @param {string} name of the process @param {string} url */
        const way = (name, url) => async () => {
          const headers = { authorization: `Bearer ${await market.tokenOf(members.store)}` };
          const texts = bodies(elements).map((body) => JSON.stringify(body));
          const { seconds } = values;
          return withCpu(platform, name, () => postForSeconds({ url, bodies: texts, headers, connections, seconds }));
        };
        const { api, plain } = await inTurn(values.rounds, {
          api: way('api', platform.orderUrl + path),
          ...(plainUrl && { plain: way('plain', plainUrl + path) }),
        });
        const load = `${title}, ${elements.toLocaleString('en')} × ${connections} clients`;
        tellWay(load, api, plain);
        if (plain !== undefined) tellWay('  the plain way', plain, undefined);
        const medianMs = medianBy(api, (each) => each.medianMs);
        const perSecond = medianBy(api, (each) => each.perSecond);
        met.push(elements === 1 ? perSecond >= wanted.singlePerSecond : medianMs < wanted.thousandMedianMs);
      }
    }
    return judge(
      `a median below ${wanted.thousandMedianMs} ms for 1,000 elements, at least ${wanted.singlePerSecond} single elements a second`,
      met.every(Boolean),
    );
  }),
);

/** @typedef {import('../harness/metered-load.mjs').MeteredLoad} MeteredLoad */

/**
 * @param {string} title
 * @param {readonly MeteredLoad[]} measured
 * @param {readonly MeteredLoad[] | undefined} plain of the same rounds
 */
function tellWay(title, measured, plain) {
  row(title, [
    medianBy(measured, ({ medianMs }) => medianMs),
    medianBy(measured, ({ p99Ms }) => p99Ms),
    medianBy(measured, ({ perSecond }) => perSecond),
    medianBy(measured, ({ cpuMs }) => cpuMs).toFixed(3),
    plain === undefined ? '' : ratioOf(measured, plain, ({ perSecond }) => perSecond),
  ]);
}

/**
 * Starts the ordinary implementation in its own process, with the same data as the API.
 *
 * @param {import('../harness/platform.mjs').Platform} platform
 */
async function startPlain(platform) {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const script = fileURLToPath(new URL('plain-server.mjs', import.meta.url));
  await platform.startBeside(script, `${url}/ready`, {
    name: 'plain',
    settings: { PLAIN_PORT: port, CALLER: members.store },
  });
  return url;
}
