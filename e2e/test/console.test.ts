import { describeConsole } from './console.js';

describeConsole({ killedFormats: ['json'] });
