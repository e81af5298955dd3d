import type { Schema } from '@trading-platform/database';
import {
  CountFailuresByTimePostgres1763700000101,
  CountFailuresByTimeSqlite1763700000101,
} from './migrations/count-failures-by-time.js';
import { CreateAuthPostgres1763700000100, CreateAuthSqlite1763700000100 } from './migrations/create-auth.js';
import {
  NumberGenerationsPostgres1763700000102,
  NumberGenerationsSqlite1763700000102,
} from './migrations/number-generations.js';

/** The tables of the authentication server. All statements on them are SQL, so there are no row classes. */
export const authSchema: Schema = {
  entities: [],
  migrations: {
    sqlite: [
      CreateAuthSqlite1763700000100,
      CountFailuresByTimeSqlite1763700000101,
      NumberGenerationsSqlite1763700000102,
    ],
    postgres: [
      CreateAuthPostgres1763700000100,
      CountFailuresByTimePostgres1763700000101,
      NumberGenerationsPostgres1763700000102,
    ],
  },
};
