import { describeKilledWorker } from './worker-killed.js';

describeKilledWorker('sqlite');
describeKilledWorker('postgres');
