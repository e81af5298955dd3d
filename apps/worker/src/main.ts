import { setFlagsFromString } from 'node:v8';
import { startWorker } from './start-worker.js';

// The garbage collector runs when the heap has grown by this percentage. The memory that finished batches leave behind is
// therefore never more than this percentage of the memory in use.
setFlagsFromString('--heap-growing-percent=60');
await startWorker();
