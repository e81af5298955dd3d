import { describeKilledWorker } from './worker-killed.js';

describeKilledWorker('postgres');
