import { afterAll, beforeAll, describe } from '@jest/globals';
import { launchBrowser } from '@trading-platform/browser/launch-browser';
import type { Browser } from 'playwright-core';

/** Declares a suite with its own browser. The browser runs as long as the suite. */
export function describeInBrowser(name: string, block: (browser: () => Browser) => void): void {
  describe(`${name} in a browser`, () => {
    let browser: Browser | undefined;
    beforeAll(async () => {
      browser = await launchBrowser();
    });
    afterAll(() => browser?.close());
    block(() => {
      if (browser === undefined) throw new Error('The browser did not start');
      return browser;
    });
  });
}
