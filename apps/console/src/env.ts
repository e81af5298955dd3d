import {
  defineSetting,
  type Environment,
  platformSettings,
  readSettings,
  type Settings,
  serviceSettings,
  settingTypes,
} from '@trading-platform/service';

export { ENV } from '@trading-platform/service';

const CONSOLE_API_URL = defineSetting({
  name: 'CONSOLE_API_URL',
  description: 'Address at which the console reaches the data API, without API_PREFIX.',
  type: settingTypes.url,
  derive: (read) => `http://localhost:${read(platformSettings.API_PORT)}`,
  derived: 'http://localhost:<API_PORT>',
});

/** Every setting of the console. */
export const consoleSettings = {
  ...serviceSettings,
  port: platformSettings.CONSOLE_PORT,
  url: defineSetting({
    name: 'CONSOLE_URL',
    description:
      'Public address of the console, without a slash at the end. Its client is registered with <CONSOLE_URL>/sign-in/callback.',
    type: settingTypes.url,
    derive: (read) => `http://localhost:${read(platformSettings.CONSOLE_PORT)}`,
    derived: 'http://localhost:<CONSOLE_PORT>',
  }),
  issuer: platformSettings.AUTH_ISSUER,
  idpSegment: platformSettings.IDP_SEGMENT,
  audience: platformSettings.API_AUDIENCE,
  keysAddress: platformSettings.AUTH_JWKS_URL,
  revocationsAddress: platformSettings.AUTH_REVOCATIONS_URL,
  apiPrefix: platformSettings.API_PREFIX,
  portalUrl: platformSettings.PORTAL_URL,
  apiUrl: CONSOLE_API_URL,
  publicApiUrl: defineSetting({
    name: 'CONSOLE_PUBLIC_API_URL',
    description: 'Address of the data API in the examples that the console shows, without API_PREFIX.',
    type: settingTypes.url,
    derive: (read) => read(CONSOLE_API_URL),
    derived: '<CONSOLE_API_URL>',
  }),
  clientId: defineSetting({
    name: 'CONSOLE_CLIENT_ID',
    description: 'Client of the console, as "tpctl client create" made it.',
    type: settingTypes.text.min(1),
  }),
  clientSecret: defineSetting({
    name: 'CONSOLE_CLIENT_SECRET',
    description: 'Secret of CONSOLE_CLIENT_ID.',
    type: settingTypes.text.min(1),
    secret: true,
  }),
  secretKey: defineSetting({
    name: 'CONSOLE_SECRET_KEY',
    description: 'At least 32 characters that seal the sessions of the console; the same for all its processes.',
    type: settingTypes.secretKey,
    secret: true,
  }),
  formerSecretKey: defineSetting<string | undefined>({
    name: 'CONSOLE_FORMER_SECRET_KEY',
    description:
      'The CONSOLE_SECRET_KEY before the present one: sessions that it sealed go on. Take it out after CONSOLE_SESSION_HOURS.',
    type: settingTypes.secretKey,
    derive: () => undefined,
    derived: 'none',
    secret: true,
  }),
  sessionHours: defineSetting({
    name: 'CONSOLE_SESSION_HOURS',
    description: 'How long a user of the console stays signed in at most. In hours.',
    type: settingTypes.integer(1, 720),
    default: '12',
  }),
} as const;

export type Env = Settings<typeof consoleSettings>;

/** @throws SettingsError that names every wrong variable */
export function readEnv(environment: Environment = process.env): Env {
  return readSettings(consoleSettings, environment);
}
