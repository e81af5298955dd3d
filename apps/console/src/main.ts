import { setFlagsFromString } from 'node:v8';
import { startConsole } from './start-console.js';

// Garbage is collected once the heap has grown by a third: a crowd of large answers leaves less memory behind.
setFlagsFromString('--heap-growing-percent=35');
await startConsole();
