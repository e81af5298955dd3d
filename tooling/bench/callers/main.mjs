import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { freshDatabases, makeFolder, Platform } from '../platform.mjs';
import { largeDownload } from './large-download.mjs';
import { market, marketFiles } from './market.mjs';
import { smallDownload } from './small-download.mjs';
import { syncedCopy } from './sync.mjs';
import { waitingCalls } from './waiting-calls.mjs';

const help = `npm run bench callers -- [options]

What callers notice: the time of a small download from its request to its last record, what calls that wait for the end of a
batch cost the data API, how fast tp and the SDK read a large batch, beside curl and beside a program that only parses, and how
much faster a copy by tp sync takes few changes than its first load.
On SQLite, then on an embedded PostgreSQL that waits for the disk. Needs curl.

  --database NAME  only sqlite or postgres
  --only NAME      only small-download, waiting-calls, large-download or sync
  --records N      records of the large batch and of the copy (default 100000)
  --rounds N       readings of the large batch in each way; the median counts (default 3)
  --help
`;

/**
 * What is measured, and what is wanted of it.
 *
 * @typedef {object} Figure
 * @property {string} name
 * @property {(platform: Platform, newToken: () => Promise<string>, size: Size) => Promise<readonly Result[]>} measure
 */

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

/** @type {readonly Figure[]} */
const figures = [
  { name: 'small-download', measure: smallDownload },
  { name: 'waiting-calls', measure: waitingCalls },
  { name: 'large-download', measure: largeDownload },
  { name: 'sync', measure: syncedCopy },
];

const { values } = parseArgs({
  options: {
    database: { type: 'string', default: '' },
    only: { type: 'string', default: '' },
    records: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '3' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(help);
  process.exit(0);
}

const size = { records: Number(values.records), rounds: Number(values.rounds) };
for (const dialect of /** @type {const} */ (['sqlite', 'postgres'])) {
  if (dialect.includes(values.database)) await measureOn(dialect);
}

/** @param {'sqlite' | 'postgres'} dialect */
async function measureOn(dialect) {
  const folder = makeFolder();
  const { databases, end } = await freshDatabases(dialect, folder, { durable: true });
  const platform = await Platform.prepare({
    folder,
    databases,
    settings: { CALLS_PER_MINUTE: '1000000', WAITING_CALLS_PER_CLIENT: '2000', SHUTDOWN_DELAY_SECONDS: '0' },
  });
  try {
    await platform.operate(['migrate']);
    for (const [kind, records] of marketFiles()) await platform.load(kind, records);
    for (const name of /** @type {const} */ (['auth', 'api', 'worker'])) await platform.start(name);
    const newToken = await platform.makeCaller(market.buyer);
    for (const { name, measure } of figures) {
      if (!name.includes(values.only)) continue;
      for (const result of await measure(platform, newToken, size)) tell(line(dialect, result));
    }
  } finally {
    await platform.stop();
    await end();
    rmSync(folder, { recursive: true });
  }
}

/**
 * @param {string} dialect
 * @param {Result} result
 */
function line(dialect, { title, value, wanted, isMet }) {
  const judged = wanted === undefined ? '' : `wanted ${wanted}: ${isMet === true ? 'met' : 'NOT met'}`;
  return `${dialect.padEnd(10)}${title.padEnd(52)}${value.padStart(22)}    ${judged}`;
}

/** @param {string} text */
function tell(text) {
  process.stdout.write(`${text}\n`);
}
