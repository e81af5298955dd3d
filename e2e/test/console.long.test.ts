import { describeConsole } from './console.js';

describeConsole({ killedFormats: ['ndjson', 'json', 'csv'] });
