import { readFileSync } from 'node:fs';

const steps = 500;
const longMs = 3_600_000;

/**
 * Requests all products on the page of requests, and looks at all records of the batch: from the first to the last one, then a search in
 * what is loaded, in each column that is shown.
 *
 * @param {import('playwright-core').BrowserContext} context
 * @param {string} consoleUrl
 * @param {number} records
 */
export async function measureRecordsPage(context, consoleUrl, records) {
  const page = await context.newPage();
  await page.goto(`${consoleUrl}/request/master`);
  const request = page.getByRole('button', { name: 'Request the download' });
  await request.waitFor();
  const meter = await PageMeter.of(page);
  const started = performance.now();
  await request.click();
  await page.getByRole('link', { name: 'Open the records' }).waitFor({ timeout: longMs });
  const batchSeconds = (performance.now() - started) / 1_000;
  const before = { heap: await meter.collectedMegabytes(), process: await meter.processMegabytes() };

  await page.getByRole('link', { name: 'Open the records' }).click();
  await page.getByText(`of ${records.toLocaleString('en')} records are loaded`).waitFor();
  await page.getByRole('button', { name: /of \d+ columns/ }).click();
  await page.getByRole('button', { name: 'Add all of these' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  let [mostHeap, mostOfProcess] = [0, 0];
  const look = async () => {
    mostHeap = Math.max(mostHeap, await meter.heapMegabytes());
    mostOfProcess = Math.max(mostOfProcess, await meter.processMegabytes());
  };
  for (let step = 0; step <= steps; step++) {
    await page.evaluate(
      `(() => { const frame = document.querySelector('.grid-frame'); frame.scrollTop = frame.scrollHeight * ${step / steps}; })()`,
    );
    await page.locator('.row-button:enabled').first().waitFor();
    await look();
  }
  await page.getByRole('button', { name: `Open record ${records.toLocaleString('en')}` }).waitFor();
  await page.getByPlaceholder('Search in what is loaded').fill('トマト');
  const searched = await page.getByText(/loaded records have it/).innerText();
  await look();
  const collected = await meter.collectedMegabytes();
  await page.close();
  return {
    batchSeconds,
    searched,
    heapMegabytes: { before: before.heap, most: mostHeap, collected },
    processMegabytes: { before: before.process, most: mostOfProcess },
  };
}

/** What a page takes of the machine. */
class PageMeter {
  #session;
  #processId;

  /**
   * @param {import('playwright-core').CDPSession} session
   * @param {number} processId
   */
  constructor(session, processId) {
    this.#session = session;
    this.#processId = processId;
  }

  /** @param {import('playwright-core').Page} page */
  static async of(page) {
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    const browser = await page.context().browser()?.newBrowserCDPSession();
    if (browser === undefined) throw new Error('The page has no browser');
    const cpuOf = async () => {
      const { processInfo } = await browser.send('SystemInfo.getProcessInfo');
      return new Map(processInfo.filter(({ type }) => type === 'renderer').map(({ id, cpuTime }) => [id, cpuTime]));
    };
    // Which process is that of the page is told nowhere: it is the one that works when the page does.
    const before = await cpuOf();
    await page.evaluate('for (const start = performance.now(); performance.now() < start + 500; );');
    const used = [...(await cpuOf())].map(([id, cpu]) => ({ id, cpu: cpu - (before.get(id) ?? cpu) }));
    const busiest = used.toSorted((one, other) => other.cpu - one.cpu)[0];
    if (busiest === undefined) throw new Error('The browser has no process of a page');
    return new PageMeter(session, busiest.id);
  }

  /** The used heap of scripts. */
  async heapMegabytes() {
    const { metrics } = await this.#session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN) / 1e6;
  }

  async collectedMegabytes() {
    await this.#session.send('HeapProfiler.collectGarbage');
    return this.heapMegabytes();
  }

  /** What the process has for itself alone, as the browser's own task manager counts it (Linux). */
  async processMegabytes() {
    const status = readFileSync(`/proc/${this.#processId}/status`, 'utf8');
    return (Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1]) * 1_024) / 1e6;
  }
}
