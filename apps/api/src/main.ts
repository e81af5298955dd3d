import { enableCompileCache } from 'node:module';

// Compiled code is kept between starts; what is imported statically would be compiled before this line runs.
enableCompileCache();
const { startApi } = await import('./start-api.js');
await startApi();
