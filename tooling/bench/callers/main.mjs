import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '@trading-platform/database/testing/postgres';
import { Platform } from '../platform.mjs';
import { market, marketFiles } from './market.mjs';
import { smallDownload } from './small-download.mjs';
import { waitingCalls } from './waiting-calls.mjs';

const help = `npm run bench callers -- [--database sqlite|postgres] [--only small-download]

What callers notice: the time of a small download from its request to its last record, and what calls that wait for
the end of a batch cost the data API. On SQLite, then on an embedded PostgreSQL that waits for the disk.
`;

/**
 * What is measured, and what is wanted of it.
 *
 * @typedef {object} Figure
 * @property {string} name
 * @property {(platform: Platform, newToken: () => Promise<string>) => Promise<readonly Result[]>} measure
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
];

const { values } = parseArgs({
  options: {
    database: { type: 'string', default: '' },
    only: { type: 'string', default: '' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(help);
  process.exit(0);
}

for (const dialect of ['sqlite', 'postgres']) {
  if (dialect.includes(values.database)) await measureOn(dialect);
}

/** @param {string} dialect */
async function measureOn(dialect) {
  const folder = mkdtempSync(join(tmpdir(), 'trading-platform-bench-'));
  const server =
    dialect === 'postgres' ? await startPostgres({ durable: true, databases: ['auth', 'ordering'] }) : undefined;
  const address = (/** @type {string} */ name) =>
    server === undefined
      ? `sqlite:${join(folder, `${name}.sqlite`)}`
      : String(Object.assign(new URL(server.url), { pathname: name }));
  const platform = await Platform.prepare({
    folder,
    databases: { AUTH_DATABASE_URL: address('auth'), ORDERING_DATABASE_URL: address('ordering') },
    settings: { CALLS_PER_MINUTE: '1000000', SHUTDOWN_DELAY_SECONDS: '0' },
  });
  try {
    await platform.operate(['migrate']);
    for (const [kind, records] of marketFiles()) await platform.load(kind, records);
    for (const name of /** @type {const} */ (['auth', 'api', 'worker'])) await platform.start(name);
    const newToken = await platform.makeCaller(market.buyer);
    for (const { name, measure } of figures) {
      if (!name.includes(values.only)) continue;
      for (const result of await measure(platform, newToken)) tell(line(dialect, result));
    }
  } finally {
    await platform.stop();
    await server?.end();
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
