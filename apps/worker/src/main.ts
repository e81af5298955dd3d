import { setFlagsFromString } from 'node:v8';
import { requireNode } from '@trading-platform/terminal/require-node';

requireNode('worker');
// The garbage collector runs when the heap has grown by this percentage. The memory that finished batches leave behind is
// therefore never more than this percentage of the memory in use.
setFlagsFromString('--heap-growing-percent=60');
const { startWorker } = await import('./start-worker.js');
await startWorker();
