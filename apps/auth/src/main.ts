import { setFlagsFromString } from 'node:v8';
import { startAuth } from './start-auth.js';

// The garbage collector runs when the memory in use has grown by this percentage. The garbage of requests therefore never takes
// more than this percentage.
setFlagsFromString('--heap-growing-percent=60');
await startAuth();
