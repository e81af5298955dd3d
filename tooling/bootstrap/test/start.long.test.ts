import { describeStart } from './start-flows.js';

describeStart('PostgreSQL');
