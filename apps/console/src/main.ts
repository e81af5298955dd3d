import { setFlagsFromString } from 'node:v8';
import { startConsole } from './start-console.js';

// Garbage is collected whenever the heap has grown by a third. Without this setting, many large answers at the same
// time would leave more memory occupied.
setFlagsFromString('--heap-growing-percent=35');
await startConsole();
