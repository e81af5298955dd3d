import { describeKilledPostgres } from './postgres-rounds.js';

describeKilledPostgres(2, 60_000);
