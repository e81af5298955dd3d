import { setFlagsFromString } from 'node:v8';
import { requireNode } from '@trading-platform/terminal/require-node';

requireNode('auth');
// The garbage collector runs when the memory in use has grown by this percentage. The memory that finished requests leave
// behind is therefore never more than this percentage of the memory in use.
setFlagsFromString('--heap-growing-percent=60');
const { startAuth } = await import('./start-auth.js');
await startAuth();
