import { describeKilledPostgres } from './postgres-rounds.js';

describeKilledPostgres(2, 120_000);
