import { setFlagsFromString } from 'node:v8';
import { startWorker } from './start-worker.js';

// The garbage collector runs when the heap has grown by this percentage. The garbage of finished batches therefore never takes
// more than this percentage.
setFlagsFromString('--heap-growing-percent=60');
await startWorker();
