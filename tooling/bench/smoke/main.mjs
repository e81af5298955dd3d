import { gunzipSync, gzipSync } from 'node:zlib';
import { DemoBatches } from '../batch/demo-batches.mjs';
import { runBench } from '../harness/bench.mjs';
import { measureBesideBare, posted } from '../harness/beside-bare.mjs';
import { withPlatform } from '../harness/platform.mjs';
import { judge, row, tell } from '../harness/print.mjs';
import { Market } from '../market/market.mjs';

const about = `A guard against lost speed: a few ratios of CPU, measured shortly, each beside its limit. A limit is twice the ratio of a quiet
machine, so only a change that halves the speed misses it, not a busy machine.`;

const options = /** @type {const} */ ({
  records: [3_000, 'records in the batch'],
  seconds: [1, 'length of each measurement'],
  rounds: [3, 'measurements of each kind; the median counts'],
});
const pageSize = 1_000;
const load = { connections: 8 };

/** The greatest allowed ratios: of a call to a bare server with the same answer, and of building to compressing. */
const limits = { check: 20, gzip: 7, identity: 11, build: 4.5 };

await runBench({ name: 'smoke', about, options }, ({ records, seconds, rounds }, folder) =>
  withPlatform({ folder, dialect: 'sqlite' }, async (platform) => {
    const market = await Market.load(platform, { demo: records });
    for (const name of /** @type {const} */ (['auth', 'api', 'worker'])) await platform.start(name);
    const batches = new DemoBatches(market, records);
    row('', ['measured', 'limit']);
    /** @type {boolean[]} */
    const met = [];
    /** @param {string} title @param {number} ratio @param {number} limit */
    const judgeRatio = (title, ratio, limit) => {
      row(title, [ratio.toFixed(2), limit.toFixed(2)]);
      met.push(ratio <= limit);
    };

    await batches.ended(await batches.request());
    const before = platform.cpuSeconds('worker');
    const ids = [];
    for (let n = 0; n < rounds; n++) {
      const id = await batches.request();
      await batches.ended(id);
      ids.push(id);
    }
    const buildMs = ((platform.cpuSeconds('worker') - before) * 1_000) / (rounds * records);
    const id = ids[0] ?? '';
    const headers = await batches.headers();
    const pages = Array.from({ length: Math.floor(records / pageSize) }, (_, page) => ({
      batch_id: id,
      seq_from: String(page * pageSize + 1),
      seq_to: String((page + 1) * pageSize),
    }));
    judgeRatio(
      'CPU of building a record, of compressing it',
      buildMs / (await compressMs(batches.url('get'), headers, pages[0])),
      limits.build,
    );
    const get = posted('get of 1,000 records', '/master/download/buy/get', pages);
    const kinds = /** @type {const} */ ([
      [posted('check', '/master/download/buy/check', [{ batch_id: id }]), limits.check],
      [{ ...get, title: 'get of 1,000 records, gzip', encoding: 'gzip' }, limits.gzip],
      [{ ...get, title: 'get of 1,000 records, identity', encoding: 'identity' }, limits.identity],
    ]);
    for (const [kind, limit] of kinds) {
      const { times } = await measureBesideBare(platform, kind, { headers, ...load, seconds, rounds });
      judgeRatio(`CPU of a call, of a bare answer: ${kind.title}`, times, limit);
    }
    tell('');
    return judge('no ratio above its limit', !met.includes(false));
  }),
);

/**
 * Returns the CPU milliseconds that this process needs to compress one record of a page.
 *
 * @param {string} url
 * @param {{ authorization: string }} headers
 * @param {object | undefined} page
 */
async function compressMs(url, headers, page) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(page),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const times = [];
  for (let n = 0; n < 5; n++) {
    const before = process.cpuUsage();
    const compressed = gzipSync(bytes);
    const { user, system } = process.cpuUsage(before);
    if (gunzipSync(compressed).length !== bytes.length) throw new Error('The page was not compressed');
    times.push((user + system) / 1_000 / pageSize);
  }
  return Math.min(...times);
}
