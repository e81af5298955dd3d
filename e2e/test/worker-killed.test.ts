import { describeKilledWorker } from './worker-killed.js';

describeKilledWorker('sqlite', false);
