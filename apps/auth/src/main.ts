import { enableCompileCache } from 'node:module';

// Compiled code is kept between starts; what is imported statically would be compiled before this line runs.
enableCompileCache();
const { startAuth } = await import('./start-auth.js');
await startAuth();
