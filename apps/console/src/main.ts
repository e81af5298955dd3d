import { setFlagsFromString } from 'node:v8';
import { requireNode } from '@trading-platform/terminal/require-node';

requireNode('console');
// Garbage is collected whenever the heap has grown by a third. Without this setting, many large answers at the same
// time would leave more memory occupied.
setFlagsFromString('--heap-growing-percent=35');
const { startConsole } = await import('./start-console.js');
await startConsole();
