import { setFlagsFromString } from 'node:v8';
import { requireNode } from '@trading-platform/terminal/require-node';

requireNode('api');
// The garbage collector runs when the heap has grown by a third. The early collection saves 50 MB of memory, and does not make
// calls slower.
setFlagsFromString('--heap-growing-percent=35');
const { startApi } = await import('./start-api.js');
await startApi();
