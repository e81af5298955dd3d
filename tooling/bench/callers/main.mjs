import { Failure } from '@trading-platform/bootstrap/failure';
import { runBench } from '../harness/bench.mjs';
import { databaseOption, dialectOf, withPlatform } from '../harness/platform.mjs';
import { tell } from '../harness/print.mjs';
import { Market } from '../market/market.mjs';
import { largeDownload } from './large-download.mjs';
import { smallDownload } from './small-download.mjs';
import { syncedCopy } from './sync.mjs';
import { waitingCalls } from './waiting-calls.mjs';

const about = `Measures what callers notice: the time of a small download from its request to its last record; the cost of calls that wait for the
end of a batch; how fast tp and the SDK read a large batch, compared with curl and with a program that only parses; and how much less
time tp sync needs for a few changes than for the first load. Needs curl.`;

const options = /** @type {const} */ ({
  database: databaseOption,
  only: ['', 'small-download, waiting-calls, large-download or sync'],
  records: [100_000, 'records in the large batch and in the copy'],
  rounds: [3, 'how often each program reads the large batch; the median counts'],
});

/**
 * @typedef {object} Size
 * @property {number} records
 * @property {number} rounds
 */

/**
 * @typedef {object} Result
 * @property {string} title
 * @property {string} value with its unit
 * @property {string} [wanted]
 * @property {boolean} [isMet]
 */

/** @typedef {(market: Market, size: Size) => Promise<readonly Result[]>} Measure */

/** @type {Readonly<Record<string, { measure: Measure, isLarge: boolean }>>} */
const figures = {
  'small-download': { measure: smallDownload, isLarge: false },
  'waiting-calls': { measure: waitingCalls, isLarge: false },
  'large-download': { measure: largeDownload, isLarge: true },
  sync: { measure: syncedCopy, isLarge: true },
};
const settings = { WAITING_CALLS_PER_CLIENT: '2000', SHUTDOWN_DELAY_SECONDS: '0' };

await runBench({ name: 'callers', about, options }, ({ database, only, ...size }, folder) => {
  const measured = Object.entries(figures).filter(([name]) => only === '' || name === only);
  if (measured.length === 0) throw new Failure(`--only must be one of ${Object.keys(figures).join(', ')}, not ${only}`);
  const own = { folder, dialect: dialectOf(database), settings };
  return withPlatform(own, async (platform) => {
    const market = await Market.load(platform, { parts: ['small'] });
    for (const name of /** @type {const} */ (['auth', 'api', 'worker'])) await platform.start(name);
    let isLoaded = false;
    const met = [];
    for (const [, { measure, isLarge }] of measured) {
      if (isLarge && !isLoaded) {
        await market.add({ demo: size.records });
        isLoaded = true;
      }
      for (const result of await measure(market, size)) {
        tell(line(result));
        met.push(result.isMet !== false);
      }
    }
    return met.every(Boolean);
  });
});

/** @param {Result} result */
function line({ title, value, wanted, isMet }) {
  const judged = wanted === undefined ? '' : `wanted ${wanted}: ${isMet === true ? 'met' : 'NOT met'}`;
  return `${title.padEnd(52)}${value.padStart(22)}    ${judged}`;
}
