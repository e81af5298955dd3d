import { describeKilledWorkers } from './fault-rounds.js';
import { describeKilledPostgres } from './postgres-rounds.js';

describeKilledWorkers(50, 600_000);
describeKilledPostgres(50, 900_000);
