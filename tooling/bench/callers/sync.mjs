import { createReadStream, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { medianBy } from '../harness/rounds.mjs';
import { runWatched } from '../harness/watched-run.mjs';
import { accountEnvironment } from './account-environment.mjs';

const tp = fileURLToPath(new URL('../../../programs/tp/bin/tp.js', import.meta.url));
const changes = 100;
const wanted = { timesFaster: 50, megabytes: 200 };

/**
 * Measures the copying of a large market to SQLite: first the complete load, then rounds in which few products have
 * changed. Each run is measured from the start of the process to its end, including the sign-in.
 *
 * @type {import('./main.mjs').Measure}
 */
export async function syncedCopy(market, { records, rounds }) {
  const { platform, criteria } = market;
  const { folder } = platform;
  const account = await market.headOfficeAccount();
  const filter = join(folder, 'filter.json');
  writeFileSync(filter, JSON.stringify(criteria));
  const file = join(folder, 'mirror.db');
  const environment = { ...accountEnvironment(platform, account), TP_CONFIG_DIR: folder };
  const sync = async (/** @type {number} */ expected) => {
    const args = [tp, 'sync', 'master', '--to', `sqlite:${file}`, '--filter', `master=${filter}`, '--json'];
    const run = await runWatched(process.execPath, args, environment);
    const { kinds } = JSON.parse(run.output);
    if (kinds[0].written !== expected) throw new Error(`Not ${expected} records: ${run.output}`);
    return run;
  };
  const first = await sync(records);
  const products = await firstProducts(market.demoFile);
  /** @type {import('../harness/watched-run.mjs').Run[]} */
  const runs = [];
  for (let round = 0; round < rounds; round++) {
    await platform.load(
      'master',
      products.map((product) => changed(product, round)),
    );
    runs.push(await sync(changes));
  }
  await Promise.all(['', '-wal', '-shm'].map((end) => rm(`${file}${end}`, { force: true })));
  const seconds = medianBy(runs, (run) => run.seconds);
  const timesFaster = first.seconds / seconds;
  return [
    {
      title: `tp sync, first load of ${records.toLocaleString('en')} products`,
      value: `${first.seconds.toFixed(2)} s`,
    },
    {
      title: `tp sync, ${changes} of them changed`,
      value: `${seconds.toFixed(2)} s (${timesFaster.toFixed(0)} times)`,
      wanted: `at least ${wanted.timesFaster} times`,
      isMet: timesFaster >= wanted.timesFaster,
    },
    {
      title: 'resident at most, tp sync',
      value: `${first.megabytes.toFixed(0)} MB`,
      wanted: `under ${wanted.megabytes} MB`,
      isMet: first.megabytes < wanted.megabytes,
    },
  ];
}

/**
 * @param {string} file
 * @returns {Promise<readonly Product[]>}
 *
 * @typedef {{ buy?: readonly object[] }} Product
 */
async function firstProducts(file) {
  /** @type {Product[]} */
  const products = [];
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const product = JSON.parse(line);
    if (product.buy?.length > 0) products.push(product);
    if (products.length === changes) break;
  }
  return products;
}

/**
 * @param {Product} product
 * @param {number} round
 */
function changed({ buy = [], ...product }, round) {
  const [line, ...rest] = buy;
  return { ...product, buy: [{ ...line, item_spec: `round ${round}` }, ...rest] };
}
