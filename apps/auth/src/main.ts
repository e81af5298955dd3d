import { enableCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';

// Requests live for milliseconds: the young generation need not grow to 32 MB before it is looked through.
setFlagsFromString('--semi-space-growth-factor=1');
// Compiled code is kept between starts; what is imported statically would be compiled before this line runs.
enableCompileCache();
const { startAuth } = await import('./start-auth.js');
await startAuth();
