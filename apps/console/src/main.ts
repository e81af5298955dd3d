import { startConsole } from './start-console.js';

await startConsole();
