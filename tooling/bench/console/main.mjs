import { createWriteStream, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { launchBrowser } from '@trading-platform/browser/launch-browser';
import { buyer, lines, member, product } from '../lists/market.mjs';
import { freshDatabases, makeFolder, Platform } from '../platform.mjs';
import { measureFirstView, serveBarePage } from './first-view.mjs';
import { openPages } from './open-pages.mjs';
import { measureRecordsPage, requestProducts } from './records-page.mjs';
import { signIn } from './sign-in.mjs';

const help = `npm run bench console -- [options]

The pages of the console in a headless browser, against the real services on SQLite: how long the first view of the overview takes,
nothing cached, beside that of a bare page of the same run; what the page of a finished batch holds after all its records were scrolled
past and searched; what 200 open pages cost the console; how large the scripts are. A million records take minutes to load and to make.

  --records N   of the batch (default 1000000)
  --views N     first views of each page (default 15)
  --pages N     open pages (default 200)
  --help
`;

const { values } = parseArgs({
  options: {
    records: { type: 'string', default: '1000000' },
    views: { type: 'string', default: '15' },
    pages: { type: 'string', default: '200' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(help);
  process.exit(0);
}

const wanted = { firstViewMs: 1_000, pageMegabytes: 150, consoleMegabytes: 200, scriptKilobytes: 200 };
const records = Number(values.records);
const scripts = fileURLToPath(new URL('../../../apps/console/web/dist/assets/', import.meta.url));

const folder = makeFolder();
const { databases, end } = await freshDatabases('sqlite', folder);
const platform = await Platform.prepare({ folder, databases });
const browser = await launchBrowser();
const barePage = await serveBarePage();
try {
  tell(`loading ${records.toLocaleString('en')} products …`);
  await platform.operate(['migrate']);
  await loadProducts();
  for (const name of /** @type {const} */ (['auth', 'api', 'worker'])) await platform.start(name);
  await platform.startConsole();
  const account = await platform.makeAccount(buyer);
  const context = await signIn(browser, platform.consoleUrl, account);

  tell(`making a batch of them …`);
  const { address, seconds } = await requestProducts(context, platform.consoleUrl);
  tell(`the batch took ${seconds.toFixed(0)} s`);
  const state = await context.storageState();
  const { before: first, most, after, searched } = await measureRecordsPage(browser, state, { address, records });

  const view = await measureFirstView(browser, {
    views: Number(values.views),
    state,
    page: { address: platform.consoleUrl, part: '.figures' },
    bare: { address: barePage.url, part: 'main' },
  });
  const before = platform.residentBytes('console');
  const close = await openPages(platform.consoleUrl, state, Number(values.pages));
  const resident = platform.residentBytes('console');
  close();

  tell('');
  row('first view of the overview, median', `${view.pageMs.toFixed(0)} ms`, view.pageMs < wanted.firstViewMs);
  row('  a bare page, median', `${view.bareMs.toFixed(0)} ms`);
  row('  times the bare page, median of pairs', view.ratio.toFixed(1));
  row(
    'JS heap while all records are scrolled past, most',
    `${most.heap.toFixed(0)} MB`,
    most.heap < wanted.pageMegabytes,
  );
  row('  before, and at the end when collected', `${first.heap.toFixed(1)} and ${after.heap.toFixed(1)} MB`);
  row('memory of the page’s process alone, most', `${most.process.toFixed(0)} MB`, most.process < wanted.pageMegabytes);
  row('  before, and at the end when collected', `${first.process.toFixed(0)} and ${after.process.toFixed(0)} MB`);
  row('  search in what is loaded', searched);
  row(
    `console with ${values.pages} open pages, resident`,
    `${megabytes(resident)} MB (${megabytes(before)} MB before)`,
    resident / 1e6 < wanted.consoleMegabytes,
  );
  const [script, br] = [scriptKilobytes('.gz'), scriptKilobytes('.br')];
  row('scripts, gzip', `${script.toFixed(1)} kB (brotli ${br.toFixed(1)})`, script < wanted.scriptKilobytes);
} finally {
  barePage.close();
  await browser.close();
  await platform.stop();
  await end();
  rmSync(folder, { recursive: true });
}

async function loadProducts() {
  const files = /** @type {const} */ ([
    ['members', 2, member],
    ['master', records, (/** @type {number} */ number) => product(number, 0)],
  ]);
  for (const [kind, count, record] of files) {
    const file = join(folder, `${kind}.ndjson`);
    await pipeline(Readable.from(lines(count, record)), createWriteStream(file));
    await platform.loadFile(kind, file);
    rmSync(file);
  }
}

/** @param {'.gz' | '.br'} form how the scripts are compressed */
function scriptKilobytes(form) {
  const names = readdirSync(scripts).filter((name) => name.endsWith(`.js${form}`));
  return names.reduce((sum, name) => sum + statSync(join(scripts, name)).size, 0) / 1e3;
}

/** @param {number} bytes */
function megabytes(bytes) {
  return (bytes / 1e6).toFixed(0);
}

/**
 * @param {string} name
 * @param {string} figure
 * @param {boolean} [isMet]
 */
function row(name, figure, isMet) {
  tell(`${name.padEnd(54)}${figure}${isMet === undefined ? '' : isMet ? '  (as wanted)' : '  NOT as wanted'}`);
}

/** @param {string} line */
function tell(line) {
  process.stdout.write(`${line}\n`);
}
