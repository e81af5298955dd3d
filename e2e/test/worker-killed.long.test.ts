import { describeKilledWorker } from './worker-killed.js';

describeKilledWorker('sqlite', true);
describeKilledWorker('postgres', true);
