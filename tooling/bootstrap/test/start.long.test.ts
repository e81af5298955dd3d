import { describeStart } from './start-flows.js';

describeStart('SQLite', true);
describeStart('PostgreSQL', true);
