import { gunzipSync, gzipSync } from 'node:zlib';
import { DemoBatches } from '../batch/demo-batches.mjs';
import { runBench } from '../harness/bench.mjs';
import { posted, waysBesideBare } from '../harness/beside-bare.mjs';
import { withPlatform } from '../harness/platform.mjs';
import { judge, row, tell } from '../harness/print.mjs';
import { inTurn, medianOf } from '../harness/rounds.mjs';
import { Market } from '../market/market.mjs';

const about = `Detects lost speed with a few CPU ratios from a short measurement. Each ratio has a limit, which is twice the ratio on a quiet
machine. So only a change that halves the speed exceeds the limit; a busy machine does not. A ratio is measured again only while it is
above its limit.`;

const options = /** @type {const} */ ({
  records: [2_000, 'records in the batch'],
  milliseconds: [300, 'length of each measurement'],
  rounds: [7, 'maximum number of measurements of each ratio; the median counts'],
});
const pageSize = 1_000;
const connections = 8;

/**
 * The greatest allowed ratios. `check`, `gzip` and `identity` compare the CPU of a call with a bare server that sends
 * the same answer. `build` compares building a record with compressing it.
 */
const limits = { check: 20, gzip: 7, identity: 11, build: 4.5 };

await runBench({ name: 'smoke', about, options }, ({ records, milliseconds, rounds }, folder) =>
  withPlatform({ folder, dialect: 'sqlite' }, async (platform) => {
    const market = await Market.load(platform, { demo: records });
    for (const name of /** @type {const} */ (['auth', 'api', 'worker'])) await platform.start(name);
    const batches = new DemoBatches(market, records);
    row('', ['measured', 'limit']);
    /** @type {boolean[]} */
    const met = [];
    /** @param {string} title @param {number} limit @param {() => Promise<number>} measure */
    const judgeRatio = async (title, limit, measure) => {
      const measured = [await measure()];
      while (medianOf(measured) > limit && measured.length < rounds) measured.push(await measure());
      const ratio = medianOf(measured);
      row(title, [ratio.toFixed(2), limit.toFixed(2)]);
      met.push(ratio <= limit);
    };
    const build = async () => {
      const id = await batches.request();
      await batches.ended(id);
      return id;
    };

    const id = await build();
    const headers = await batches.headers();
    const pages = Array.from({ length: Math.floor(records / pageSize) }, (_, page) => ({
      batch_id: id,
      seq_from: String(page * pageSize + 1),
      seq_to: String((page + 1) * pageSize),
    }));
    const compressing = await compressMs(batches.url('get'), headers, pages[0]);
    await judgeRatio('CPU of building a record, CPU of compressing it', limits.build, async () => {
      const before = platform.cpuSeconds('worker');
      await build();
      return ((platform.cpuSeconds('worker') - before) * 1_000) / records / compressing;
    });
    const get = posted('get of 1,000 records', '/master/download/buy/get', pages);
    const kinds = /** @type {const} */ ([
      [posted('check', '/master/download/buy/check', [{ batch_id: id }]), limits.check],
      [{ ...get, title: 'get of 1,000 records, gzip', encoding: 'gzip' }, limits.gzip],
      [{ ...get, title: 'get of 1,000 records, identity', encoding: 'identity' }, limits.identity],
    ]);
    for (const [kind, limit] of kinds) {
      const ways = await waysBesideBare(platform, kind, { headers, connections, seconds: milliseconds / 1_000 });
      await inTurn(1, ways, { warmUps: 0 });
      await judgeRatio(`CPU of a call, CPU of a bare answer: ${kind.title}`, limit, async () => {
        const [api, bare] = [await ways.api(), await ways.bare()];
        return api.cpuMs / bare.cpuMs;
      });
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
