import { enableCompileCache } from 'node:module';

// Compiled code is kept between starts; what is imported statically would be compiled before this line runs.
enableCompileCache();
const { startWorker } = await import('./start-worker.js');
await startWorker();
