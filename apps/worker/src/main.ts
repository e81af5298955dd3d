import { setFlagsFromString } from 'node:v8';
import { startWorker } from './start-worker.js';

// Garbage of finished batches is collected before the heap has grown by more than this many percent.
setFlagsFromString('--heap-growing-percent=60');
await startWorker();
