import { platformSettings, readSettings } from '@trading-platform/service/settings';

/** The settings that say where the databases are and what protects them; the services read the same ones. */
export function readDatabaseSettings() {
  return readSettings(
    {
      authDatabase: platformSettings.AUTH_DATABASE_URL,
      orderingDatabase: platformSettings.ORDERING_DATABASE_URL,
      batchDatabase: platformSettings.BATCH_DATABASE_URL,
      migrateAtStart: platformSettings.MIGRATE_AT_START,
      secretKey: platformSettings.AUTH_SECRET_KEY,
    },
    process.env,
  );
}

export type DatabaseSettings = ReturnType<typeof readDatabaseSettings>;
