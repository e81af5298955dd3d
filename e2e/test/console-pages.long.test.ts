import { describeConsolePages } from './console-pages.js';

describeConsolePages({ masterRecords: 1_000, isWhole: true });
