import { QuietPage } from './quiet-page.mjs';

const steps = 500;
const longMs = 3_600_000;

/**
 * Requests all products on the request page.
 *
 * @param {import('playwright-core').BrowserContext} context
 * @param {string} consoleUrl
 */
export async function requestProducts(context, consoleUrl) {
  const page = await context.newPage();
  await page.goto(`${consoleUrl}/request/master`);
  const started = performance.now();
  await page.getByRole('button', { name: 'Request the download' }).click();
  await page.getByRole('link', { name: 'Open the records' }).waitFor({ timeout: longMs });
  const seconds = (performance.now() - started) / 1_000;
  const address = page.url();
  await page.close();
  return { address, seconds };
}

/**
 * Shows all records of a batch with all columns. The page is scrolled from the first record to the last, and then the
 * loaded records are searched in every column.
 *
 * @param {import('playwright-core').Browser} browser
 * @param {import('./quiet-page.mjs').State} state
 * @param {{ address: string, records: number }} batch
 */
export async function measureRecordsPage(browser, state, { address, records }) {
  const page = await QuietPage.open(browser, state, `${address}/records`);
  await page.until("document.querySelector('.row-button:enabled') !== null");
  await page.press(' columns');
  await page.press('Add all of these');
  await page.press('Done');
  await page.collect();
  const before = { heap: await page.heapMegabytes(), process: await page.processMegabytes() };
  const most = { ...before };
  const look = async () => {
    most.heap = Math.max(most.heap, await page.heapMegabytes());
    most.process = Math.max(most.process, await page.processMegabytes());
  };
  for (let step = 0; step <= steps; step++) {
    await page.evaluate(
      `(() => { const frame = document.querySelector('.grid-frame'); frame.scrollTop = frame.scrollHeight * ${step / steps}; })()`,
    );
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    await page.until("document.querySelector('.row-button:enabled') !== null");
    await look();
  }
  const last = records.toLocaleString('en');
  await page.until(
    `[...document.querySelectorAll('.row-button:enabled')].some((button) => button.textContent.endsWith(' ${last}'))`,
  );
  await page.evaluate(
    `(() => { const input = document.querySelector('.search input'); input.value = 'トマト'; input.dispatchEvent(new Event('input', { bubbles: true })); })()`,
  );
  const searched = await page.until("/.*records have it/.exec(document.body.innerText)?.[0] ?? ''");
  await look();
  await page.collect();
  return {
    before,
    most,
    searched,
    after: { heap: await page.heapMegabytes(), process: await page.processMegabytes() },
  };
}
