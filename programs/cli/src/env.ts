import {
  defineSetting,
  platformSettings,
  readSettings,
  segmentSettings,
  settingTypes,
} from '@trading-platform/service/settings';

/** The settings of the databases and of their protection. The services have the same settings. */
export function readDatabaseSettings() {
  return readSettings(
    {
      authDatabase: platformSettings.AUTH_DATABASE_URL,
      orderingDatabase: platformSettings.ORDERING_DATABASE_URL,
      batchDatabase: platformSettings.BATCH_DATABASE_URL,
      migrateAtStart: platformSettings.MIGRATE_AT_START,
      secretKey: platformSettings.AUTH_SECRET_KEY,
      formerSecretKey: platformSettings.AUTH_FORMER_SECRET_KEY,
      leakedPasswords: platformSettings.LEAKED_PASSWORDS,
    },
    process.env,
  );
}

/** The public addresses of the platform. The services have the same settings. */
export function readPublicSettings() {
  return readSettings(
    {
      issuer: platformSettings.AUTH_ISSUER,
      segment: platformSettings.IDP_SEGMENT,
      portal: platformSettings.PORTAL_URL,
      apiPrefix: platformSettings.API_PREFIX,
    },
    process.env,
  );
}

/** The settings that decide which addresses of clients the platform calls. */
export function readOutboundSettings() {
  return readSettings(
    { addresses: platformSettings.EVENT_ADDRESSES, allowHttp: platformSettings.EVENT_ALLOW_HTTP },
    process.env,
  );
}

/** The bucket of batch records, with a worker's access. */
export function readSegmentSettings() {
  return readSettings(segmentSettings, process.env);
}

export type DatabaseSettings = ReturnType<typeof readDatabaseSettings>;

/** The databases of the new platform. The help of `tpctl copy` quotes the names. */
const targetSettings = {
  authDatabase: defineSetting({
    name: 'TARGET_AUTH_DATABASE_URL',
    description: 'AUTH_DATABASE_URL of the new platform.',
    type: settingTypes.databaseAddress,
    secret: true,
  }),
  orderingDatabase: defineSetting({
    name: 'TARGET_ORDERING_DATABASE_URL',
    description: 'ORDERING_DATABASE_URL of the new platform.',
    type: settingTypes.databaseAddress,
    secret: true,
  }),
  batchDatabase: defineSetting<string | undefined>({
    name: 'TARGET_BATCH_DATABASE_URL',
    description: 'BATCH_DATABASE_URL of the new platform.',
    type: settingTypes.databaseAddress,
    derive: () => undefined,
    secret: true,
  }),
};

/** Addresses of the databases of one platform. */
export type DatabaseAddresses = Pick<DatabaseSettings, 'authDatabase' | 'orderingDatabase' | 'batchDatabase'>;

/** @throws SettingsError if an address is missing or wrong */
export function readTargetSettings(): DatabaseAddresses {
  return readSettings(targetSettings, process.env);
}
