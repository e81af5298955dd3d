import { describeConsolePages } from './console-pages.js';

describeConsolePages({ isShown: () => true, withKills: true });
