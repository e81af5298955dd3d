import { describeInBrowser } from '../src/browser/describe-in-browser.js';
import { describeAuthorizationPage } from './authorization-page.js';

describeInBrowser('the authorization page', (browser) => describeAuthorizationPage(browser, true));
