import { describeConsolePages } from './console-pages.js';

/** Each page in one language. Kills in the middle of a file are in `console.test.ts`, without the page. */
describeConsolePages({ isShown: (index, language) => language === (index % 2 === 0 ? 'en' : 'ja'), withKills: false });
