import { describeInBrowser } from '../src/browser/describe-in-browser.js';
import { describeConsolePlatform } from '../src/describe-platform.js';
import { describeConsolePages, eventSettings } from './console-pages.js';

describeInBrowser('the pages', (browser) => {
  describeConsolePlatform('a console', { database: 'sqlite', settings: eventSettings }, (_flow, platform) =>
    describeConsolePages(browser, platform, { masterRecords: 1_000, isWhole: true }),
  );
});
