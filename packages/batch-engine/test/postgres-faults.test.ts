import { describeKilledPostgres } from './postgres-rounds.js';

describeKilledPostgres(2, 240_000);
