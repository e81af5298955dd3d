import type { Schema } from '@trading-platform/database';
import {
  CreateAuthPostgres1763700000100,
  CreateAuthSqlite1763700000100,
} from './migrations/1763700000100-create-auth.js';
import {
  CountFailuresByTimePostgres1763700000101,
  CountFailuresByTimeSqlite1763700000101,
} from './migrations/1763700000101-count-failures-by-time.js';
import {
  NumberGenerationsPostgres1763700000102,
  NumberGenerationsSqlite1763700000102,
} from './migrations/1763700000102-number-generations.js';

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
