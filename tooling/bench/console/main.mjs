import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launchBrowser } from '@trading-platform/browser/launch-browser';
import { runBench } from '../harness/bench.mjs';
import { withPlatform } from '../harness/platform.mjs';
import { megabytes, tell } from '../harness/print.mjs';
import { Market } from '../market/market.mjs';
import { members } from '../market/records.mjs';
import { measureFirstView, serveBarePage } from './first-view.mjs';
import { openPages } from './open-pages.mjs';
import { measureRecordsPage, requestProducts } from './records-page.mjs';
import { signIn } from './sign-in.mjs';

const about = `Measures the pages of the console in a headless browser, with the real services on SQLite. The time: the first view of the overview
with an empty cache, compared with a bare page in the same run. The memory of a page: a finished batch, after all its records were
scrolled through and searched. The memory of the console: with many open pages. Also the size of the scripts. A million records take
minutes.`;

const options = /** @type {const} */ ({
  records: [1_000_000, 'records of the batch'],
  views: [15, 'first views of each page'],
  pages: [200, 'open pages'],
});
const wanted = { firstViewMs: 1_000, pageMegabytes: 150, consoleMegabytes: 200, scriptKilobytes: 200 };
const scripts = fileURLToPath(new URL('../../../apps/console/web/dist/assets/', import.meta.url));

await runBench({ name: 'console', about, options }, (values, folder) =>
  withPlatform({ folder, dialect: 'sqlite' }, async (platform) => {
    tell(`Loading ${values.records.toLocaleString('en')} products …`);
    const market = await Market.load(platform, { collection: values.records });
    for (const name of /** @type {const} */ (['auth', 'api', 'worker'])) await platform.start(name);
    await platform.startConsole();
    const browser = await launchBrowser();
    const barePage = await serveBarePage();
    try {
      return await measurePages(browser, barePage.url, { market, ...values });
    } finally {
      barePage.close();
      await browser.close();
    }
  }),
);

/**
 * @param {import('playwright-core').Browser} browser
 * @param {string} bareUrl
 * @param {{ market: Market, records: number, views: number, pages: number }} options
 */
async function measurePages(browser, bareUrl, { market, records, views, pages }) {
  const { platform } = market;
  const context = await signIn(browser, platform.consoleUrl, await market.accountOf(members.collector));
  tell(`Making a batch of these products …`);
  const { address, seconds } = await requestProducts(context, platform.consoleUrl);
  tell(`The batch took ${seconds.toFixed(0)} s`);
  const state = await context.storageState();
  const { before: first, most, after, searched } = await measureRecordsPage(browser, state, { address, records });
  const view = await measureFirstView(browser, {
    views,
    state,
    page: { address: platform.consoleUrl, part: '.figures' },
    bare: { address: bareUrl, part: 'main' },
  });
  const before = platform.residentBytes('console');
  const close = await openPages(platform.consoleUrl, state, pages);
  const resident = platform.residentBytes('console');
  close();
  const [script, br] = [scriptKilobytes('.gz'), scriptKilobytes('.br')];

  tell('');
  const met = [
    figure('first view of the overview, median', `${view.pageMs.toFixed(0)} ms`, view.pageMs < wanted.firstViewMs),
    figure('  a bare page, median', `${view.bareMs.toFixed(0)} ms`),
    figure('  ratio to the bare page, median of pairs', view.ratio.toFixed(1)),
    figure(
      'JS heap while all records are scrolled past, most',
      `${most.heap.toFixed(0)} MB`,
      most.heap < wanted.pageMegabytes,
    ),
    figure('  before, and at the end when collected', `${first.heap.toFixed(1)} and ${after.heap.toFixed(1)} MB`),
    figure(
      'memory of the page’s process alone, most',
      `${most.process.toFixed(0)} MB`,
      most.process < wanted.pageMegabytes,
    ),
    figure('  before, and at the end when collected', `${first.process.toFixed(0)} and ${after.process.toFixed(0)} MB`),
    figure('  search in the loaded records', searched),
    figure(
      `console with ${pages} open pages, resident`,
      `${megabytes(resident)} (${megabytes(before)} before)`,
      resident / 1e6 < wanted.consoleMegabytes,
    ),
    figure('scripts, gzip', `${script.toFixed(1)} kB (brotli ${br.toFixed(1)})`, script < wanted.scriptKilobytes),
  ];
  return met.every(Boolean);
}

/** @param {'.gz' | '.br'} form how the scripts are compressed */
function scriptKilobytes(form) {
  const names = readdirSync(scripts).filter((name) => name.endsWith(`.js${form}`));
  return names.reduce((sum, name) => sum + statSync(join(scripts, name)).size, 0) / 1e3;
}

/**
 * @param {string} name
 * @param {string} value
 * @param {boolean} [isMet]
 */
function figure(name, value, isMet) {
  tell(`${name.padEnd(54)}${value}${isMet === undefined ? '' : isMet ? '  (as wanted)' : '  NOT as wanted'}`);
  return isMet !== false;
}
