import { setFlagsFromString } from 'node:v8';
import { startConsole } from './start-console.js';

// Garbage is collected whenever the heap has grown by a third. Many large answers at once then leave less memory
// occupied.
setFlagsFromString('--heap-growing-percent=35');
await startConsole();
