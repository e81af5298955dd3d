import { describeStart } from './start-flows.js';

describeStart('SQLite', false);
