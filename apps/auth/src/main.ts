import { setFlagsFromString } from 'node:v8';
import { startAuth } from './start-auth.js';

// The garbage of requests is collected before it takes more than this many percent of the memory in use.
setFlagsFromString('--heap-growing-percent=60');
await startAuth();
