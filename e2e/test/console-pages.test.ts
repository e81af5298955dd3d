import { describeConsolePages } from './console-pages.js';

/** `console.test.ts` kills services during a download, without the page. */
describeConsolePages({ masterRecords: 300, isWhole: false });
