import { beforeAll } from '@jest/globals';
import { type Database, tableOf } from '@trading-platform/database';
import { describeDatabases } from '@trading-platform/database/testing';
import { SettableClock } from '../src/testing/index.js';
import { describeAuthStores } from '../src/testing/stores/index.js';
import { authSchema } from '../src/typeorm/index.js';
import { openAuthStores } from '../src/typeorm/open-auth.js';

describeDatabases('auth', [authSchema], (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });

  describeAuthStores('TypeORM', async () => {
    for (const entity of authSchema.entities) await database.execute(`DELETE FROM ${tableOf<object>(entity).name}`);
    return openAuthStores(database, new SettableClock());
  });
});
