import { describeConsole } from './console.js';

describeConsole({ isWhole: false });
