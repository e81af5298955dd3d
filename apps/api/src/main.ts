import { enableCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';

// Calls leave little garbage each; a young generation that does not grow saves memory and costs no time.
setFlagsFromString('--semi-space-growth-factor=1');
// Compiled code is kept between starts; what is imported statically would be compiled before this line runs.
enableCompileCache();
const { startApi } = await import('./start-api.js');
await startApi();
