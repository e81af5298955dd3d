import { describeConsolePages } from './console-pages.js';

/** Each page in one language. `console.test.ts` kills services during a download, without the page. */
describeConsolePages({ isShown: (index, language) => language === (index % 2 === 0 ? 'en' : 'ja'), withKills: false });
