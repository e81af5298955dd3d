import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '@trading-platform/bootstrap/failure';
import { DemoBatches } from '../batch/demo-batches.mjs';
import { runBench } from '../harness/bench.mjs';
import { withCpu } from '../harness/metered-load.mjs';
import { withPlatform } from '../harness/platform.mjs';
import { callForSeconds } from '../harness/posted-load.mjs';
import { judge, row, tell } from '../harness/print.mjs';
import { medianBy, medianOf } from '../harness/rounds.mjs';
import { Market } from '../market/market.mjs';

const about = `Measures how the CPU of a unit of work grows with the number of records: from 100 to --largest, ten times as many in each step. Each
size has its own platform on SQLite. Another benchmark measures growing data on PostgreSQL: npm run bench scale -- --part data`;

const options = /** @type {const} */ ({
  largest: [100_000, 'records of the largest master, a power of ten; a million records are 5.7 GB of JSON'],
  seconds: [1, 'length of each measurement'],
  rounds: [3, 'measurements of each kind; the median counts'],
});
const smallest = 100;
const pageSize = 100;
const connections = 8;
/**
 * The largest allowed ratio between the cost of a unit at the largest size and at the smallest. Some growth is normal:
 * indexes become deeper, and the machine may be busy for a while.
 */
const mostGrowth = 2;

/** @typedef {Readonly<Record<'build' | 'check' | 'first' | 'last' | 'whole', number>>} Costs CPU milliseconds */

await runBench({ name: 'growth', about, options }, async ({ largest, seconds, rounds }, folder) => {
  if (!Number.isInteger(Math.log10(largest)) || largest <= smallest) {
    throw new Failure(`--largest must be a power of ten above ${smallest}, not ${largest}`);
  }
  const titles = ['record built', 'check', `first ${pageSize}`, `last ${pageSize}`, 'record got'];
  row('records, and CPU ms of', titles, { titleWidth: 24 });
  /** @type {Costs[]} */
  const costs = [];
  for (let records = smallest; records <= largest; records *= 10) {
    const own = join(folder, String(records));
    mkdirSync(own);
    await withPlatform({ folder: own, dialect: 'sqlite' }, async (platform) => {
      const measured = await measureCosts(platform, { records, seconds, rounds });
      costs.push(measured);
      const figures = Object.values(measured).map((cost) => cost.toFixed(4));
      row(String(records), figures, { titleWidth: 24 });
    });
  }
  tell('');
  const [least, most] = [costs[0], costs.at(-1)];
  return judge(
    `at ${largest} records, each unit costs at most ${mostGrowth} times as much as at ${smallest}`,
    least !== undefined &&
      most !== undefined &&
      /** @type {(keyof Costs)[]} */ (Object.keys(least)).every((unit) => most[unit] <= mostGrowth * least[unit]),
  );
});

/**
 * @param {import('../harness/platform.mjs').Platform} platform
 * @param {{ records: number, seconds: number, rounds: number }} options
 * @returns {Promise<Costs>}
 */
async function measureCosts(platform, { records, seconds, rounds }) {
  const market = await Market.load(platform, { demo: records });
  for (const name of /** @type {const} */ (['auth', 'api', 'worker'])) await platform.start(name);
  const batches = new DemoBatches(market, records);
  const headers = await batches.headers();
  const builds = [];
  let id = '';
  // The first batch is not counted, because Node still compiles the worker then.
  for (let round = 0; round <= rounds; round++) {
    const before = platform.cpuSeconds('worker');
    id = await batches.request();
    await batches.ended(id);
    if (round > 0) builds.push(((platform.cpuSeconds('worker') - before) * 1_000) / records);
  }
  /** @param {'check' | 'get'} step @param {object} range */
  const measure = async (step, range) => {
    const { pathname } = new URL(batches.url(step));
    const requests = [
      { method: /** @type {const} */ ('POST'), path: pathname, body: JSON.stringify({ batch_id: id, ...range }) },
    ];
    const load = {
      url: platform.apiUrl,
      requests,
      headers: { ...headers, 'accept-encoding': 'gzip' },
      connections,
      seconds,
    };
    const loads = [];
    for (let round = 0; round <= rounds; round++) {
      const measured = await withCpu(platform, 'api', () => callForSeconds(load));
      if (round > 0) loads.push(measured);
    }
    return medianBy(loads, ({ cpuMs }) => cpuMs);
  };
  return {
    build: medianOf(builds),
    check: await measure('check', {}),
    first: await measure('get', recordsBetween(1, pageSize)),
    last: await measure('get', recordsBetween(records - pageSize + 1, records)),
    whole: (await measure('get', recordsBetween(1, records))) / records,
  };
}

/** @param {number} from @param {number} to */
function recordsBetween(from, to) {
  return { seq_from: String(from), seq_to: String(to) };
}
