import { platformSettings, readSettings } from '@trading-platform/service/settings';

/** The settings that say where the databases are and what protects them; the services read the same ones. */
export function readDatabaseSettings() {
  return readSettings(
    {
      authDatabase: platformSettings.AUTH_DATABASE_URL,
      orderingDatabase: platformSettings.ORDERING_DATABASE_URL,
      batchDatabase: platformSettings.BATCH_DATABASE_URL,
      secretKey: platformSettings.AUTH_SECRET_KEY,
    },
    process.env,
  );
}

/** The settings that say where the services of this machine answer. */
export function readServiceAddresses() {
  const { issuer, idpSegment, apiPort, apiPrefix } = readSettings(
    {
      issuer: platformSettings.AUTH_ISSUER,
      idpSegment: platformSettings.IDP_SEGMENT,
      apiPort: platformSettings.API_PORT,
      apiPrefix: platformSettings.API_PREFIX,
    },
    process.env,
  );
  return { authUrl: issuer, idpSegment, apiUrl: `http://localhost:${apiPort}`, apiPrefix };
}

/** What a caller of the platform may keep in the environment instead of typing it. */
export function readCallerEnvironment() {
  const { TPCTL_AUTH_URL, TPCTL_API_URL, TPCTL_CLIENT_ID, TPCTL_CLIENT_SECRET, TPCTL_USER_ID, TPCTL_PASSWORD } =
    process.env;
  return {
    authUrl: TPCTL_AUTH_URL || undefined,
    apiUrl: TPCTL_API_URL || undefined,
    clientId: TPCTL_CLIENT_ID || undefined,
    clientSecret: TPCTL_CLIENT_SECRET || undefined,
    userId: TPCTL_USER_ID || undefined,
    password: TPCTL_PASSWORD || undefined,
  };
}

/** Whether passwords and tokens may go to other machines in the clear, because the network is trusted. */
export function allowsHttp(): boolean {
  return process.env.TPCTL_ALLOW_HTTP === '1';
}
