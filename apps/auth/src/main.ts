import { enableCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';

// What requests leave behind is collected before it takes more than this many percent of what is in use.
setFlagsFromString('--heap-growing-percent=60');
// Compiled code is kept between starts; what is imported statically would be compiled before this line runs.
enableCompileCache();
const { startAuth } = await import('./start-auth.js');
await startAuth();
