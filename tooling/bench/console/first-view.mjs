import { once } from 'node:events';
import { createServer } from 'node:http';
import { inTurn, medianBy, ratioOf } from '../harness/rounds.mjs';

/**
 * The address of a page, and the element for which the measurement waits.
 *
 * @typedef {object} ViewedPage
 * @property {string} address
 * @property {string} part
 */

const itself = (/** @type {number} */ ms) => ms;

/**
 * Measures how long two pages take from the first request until the awaited element is visible. The two pages are
 * opened in turn, each time in a window with an empty cache.
 *
 * @param {import('playwright-core').Browser} browser
 * @param {{
 *   views: number,
 *   state: Awaited<ReturnType<import('playwright-core').BrowserContext['storageState']>>,
 *   page: ViewedPage,
 *   bare: ViewedPage,
 * }} plan
 */
export async function measureFirstView(browser, { views, state, page, bare }) {
  const { ours, plain } = await inTurn(
    views,
    { ours: () => viewOf(browser, page, state), plain: () => viewOf(browser, bare, state) },
    { warmUps: 0 },
  );
  return { pageMs: medianBy(ours, itself), bareMs: medianBy(plain, itself), ratio: ratioOf(ours, plain, itself) };
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {ViewedPage} page
 * @param {Parameters<typeof measureFirstView>[1]['state']} state
 */
async function viewOf(browser, { address, part }, state) {
  const context = await browser.newContext({ storageState: state, viewport: { width: 1280, height: 800 } });
  try {
    const page = await context.newPage();
    await page.goto(address, { waitUntil: 'commit' });
    await page.locator(part).first().waitFor();
    // The page itself measures the time from the start of its navigation to the first frame that is drawn after the
    // element has arrived.
    return Number(await page.evaluate('new Promise((done) => requestAnimationFrame(() => done(performance.now())))'));
  } finally {
    await context.close();
  }
}

/** Serves a page that has neither scripts nor styles. */
export async function serveBarePage() {
  const server = createServer((_request, answer) => {
    answer.setHeader('content-type', 'text/html; charset=utf-8');
    answer.end('<!doctype html><html lang="en"><title>Bare</title><main><h1>Overview</h1></main></html>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
