import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** @typedef {Awaited<ReturnType<import('playwright-core').BrowserContext['storageState']>>} State */

/**
 * A page that is controlled by the calls of this class, not by Playwright. For every page that Playwright controls, the
 * browser keeps copies of all answers in the page's process, which take 100 MB and more. Therefore the memory is
 * measured on a page that Playwright does not control.
 */
export class QuietPage {
  /** @type {Map<number, (message: { result?: any, error?: { message: string } }) => void>} */
  #waiting = new Map();
  #count = 0;
  #browser;
  #sessionId;
  #processId = 0;

  /**
   * @param {import('playwright-core').CDPSession} browser
   * @param {string} sessionId
   */
  constructor(browser, sessionId) {
    this.#browser = browser;
    this.#sessionId = sessionId;
    browser.on('Target.receivedMessageFromTarget', ({ message }) => {
      const { id, ...answer } = JSON.parse(message);
      this.#waiting.get(id)?.(answer);
      this.#waiting.delete(id);
    });
  }

  /**
   * @param {import('playwright-core').Browser} browser
   * @param {State} state
   * @param {string} address
   */
  static async open(browser, { cookies }, address) {
    const session = await browser.newBrowserCDPSession();
    await session.send('Storage.setCookies', {
      cookies: cookies.map(({ name, value, domain, path }) => ({ name, value, domain, path })),
    });
    const { targetId } = await session.send('Target.createTarget', { url: address });
    const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false });
    const page = new QuietPage(session, sessionId);
    await page.#send('Performance.enable');
    return page;
  }

  /**
   * @param {string} method
   * @param {object} [params]
   */
  async #send(method, params = {}) {
    const id = ++this.#count;
    /** @type {Promise<{ result?: any, error?: { message: string } }>} */
    const answer = new Promise((resolve) => this.#waiting.set(id, resolve));
    const message = JSON.stringify({ id, method, params });
    await this.#browser.send('Target.sendMessageToTarget', { sessionId: this.#sessionId, message });
    const { result, error } = await answer;
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result;
  }

  /** @param {string} expression of JavaScript */
  async evaluate(expression) {
    const { result, exceptionDetails } = await this.#send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails !== undefined) throw new Error(`${expression}: ${exceptionDetails.exception?.description}`);
    return result.value;
  }

  /**
   * Waits until a JavaScript expression is true, and returns its value.
   *
   * @param {string} expression
   */
  async until(expression) {
    for (;;) {
      const value = await this.evaluate(expression);
      if (value) return value;
      await sleep(50);
    }
  }

  /**
   * Presses the button that has this text.
   *
   * @param {string} text a part of it
   */
  async press(text) {
    const button = `[...document.querySelectorAll('button')].find((one) => one.textContent.includes(${JSON.stringify(text)}))`;
    await this.until(`${button} !== undefined`);
    await this.evaluate(`${button}.click()`);
  }

  /** Returns the size of the used JavaScript heap. */
  async heapMegabytes() {
    const { metrics } = await this.#send('Performance.getMetrics');
    /** @type {{ name: string, value: number } | undefined} */
    const used = metrics.find((/** @type {{ name: string }} */ { name }) => name === 'JSHeapUsedSize');
    return (used?.value ?? Number.NaN) / 1e6;
  }

  async collect() {
    await this.#send('HeapProfiler.collectGarbage');
  }

  /**
   * Returns the memory that only the process of the page uses, counted as in the browser's own task manager (Linux).
   */
  async processMegabytes() {
    this.#processId ||= await this.#findProcess();
    const status = readFileSync(`/proc/${this.#processId}/status`, 'utf8');
    return (Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1]) * 1_024) / 1e6;
  }

  /**
   * Finds the process of the page. The browser does not say which process belongs to the page, so the method takes the
   * process that uses the most CPU while the page works.
   */
  async #findProcess() {
    const cpuOf = async () => {
      const { processInfo } = await this.#browser.send('SystemInfo.getProcessInfo');
      return new Map(processInfo.filter(({ type }) => type === 'renderer').map(({ id, cpuTime }) => [id, cpuTime]));
    };
    const before = await cpuOf();
    await this.evaluate('for (const start = performance.now(); performance.now() < start + 500; );');
    const used = [...(await cpuOf())].map(([id, cpu]) => ({ id, cpu: cpu - (before.get(id) ?? cpu) }));
    const [busiest] = used.toSorted((one, other) => other.cpu - one.cpu);
    if (busiest === undefined) throw new Error('The browser has no process of a page');
    return busiest.id;
  }
}
