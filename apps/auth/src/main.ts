import { setFlagsFromString } from 'node:v8';
import { startAuth } from './start-auth.js';

// What requests leave behind is collected before it takes more than this many percent of what is in use.
setFlagsFromString('--heap-growing-percent=60');
await startAuth();
