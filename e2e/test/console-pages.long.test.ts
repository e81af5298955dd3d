import { describeInBrowser } from '../src/browser/describe-in-browser.js';
import { describePlatform } from '../src/describe-platform.js';
import { describeConsolePages, eventSettings } from './console-pages.js';

describeInBrowser('the pages', (browser) => {
  describePlatform('a console', { database: 'sqlite', settings: eventSettings }, (_flow, platform) =>
    describeConsolePages(browser, platform, { masterRecords: 1_000, isWhole: true }),
  );
});
