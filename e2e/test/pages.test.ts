import { describe } from '@jest/globals';
import { describeInBrowser } from '../src/browser/describe-in-browser.js';
import { describeConsolePlatform } from '../src/describe-platform.js';
import { describeAuthorizationPage } from './authorization-page.js';
import { describeConsolePages, eventSettings } from './console-pages.js';
import { describePortal } from './portal.js';
import { describeSignInApp } from './sign-in-app.js';

/** Tests all pages in one browser. `console.ts` kills services during a download, without the page. */
describeInBrowser('the pages', (browser) => {
  describeConsolePlatform('a platform', { database: 'sqlite', settings: eventSettings }, (_flow, platform) => {
    describeConsolePages(browser, platform, { masterRecords: 300, isWhole: false });
    describePortal(browser, platform, false);
    describeSignInApp(browser, platform);
  });
  describe('authentication servers', () => {
    describeAuthorizationPage(browser, false);
  });
});
