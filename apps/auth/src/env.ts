import { type AuthSettings, defaultAuthSettings } from '@trading-platform/auth-core';
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

const defaults = defaultAuthSettings;

/** All settings of the authentication server. */
export const authSettings = {
  ...serviceSettings,
  port: platformSettings.AUTH_PORT,
  issuer: platformSettings.AUTH_ISSUER,
  idpSegment: platformSettings.IDP_SEGMENT,
  portalUrl: platformSettings.PORTAL_URL,
  database: platformSettings.AUTH_DATABASE_URL,
  migrateAtStart: platformSettings.MIGRATE_AT_START,
  secretKey: platformSettings.AUTH_SECRET_KEY,
  formerSecretKey: platformSettings.AUTH_FORMER_SECRET_KEY,
  leakedPasswords: platformSettings.LEAKED_PASSWORDS,
  eventSecretKey: platformSettings.EVENT_SECRET_KEY,
  eventFormerSecretKey: platformSettings.EVENT_FORMER_SECRET_KEY,
  outboundAddresses: platformSettings.EVENT_ADDRESSES,
  outboundAllowHttp: platformSettings.EVENT_ALLOW_HTTP,
  audience: platformSettings.API_AUDIENCE,
  accessTokenLifetimeSeconds: seconds(
    'ACCESS_TOKEN_LIFETIME_SECONDS',
    'How long an access token is valid.',
    defaults.accessTokenLifetimeSeconds,
    [1, 86_400],
  ),
  refreshTokenLifetimeSeconds: seconds(
    'REFRESH_TOKEN_LIFETIME_SECONDS',
    'How long a refresh token is valid; each reissue starts it anew.',
    defaults.refreshTokenLifetimeSeconds,
    [1, 10 * 366 * 86_400],
  ),
  codeLifetimeSeconds: seconds(
    'AUTHORIZATION_CODE_LIFETIME_SECONDS',
    'How long an authorization code is valid.',
    defaults.codeLifetimeSeconds,
    [1, 600],
  ),
  reissueGraceSeconds: seconds(
    'REISSUE_GRACE_SECONDS',
    'How long a replaced refresh token gets the same answer again, for clients that lost it; 0 for never.',
    defaults.reissueGraceSeconds,
    [0, 3_600],
  ),
  standardExpiresIn: defineSetting({
    name: 'STANDARD_EXPIRES_IN',
    description: 'Whether the token record carries "expires_in" beside "exires_in".',
    type: settingTypes.flag,
    default: 'true',
  }),
  passwordHashesAtOnce: defineSetting({
    name: 'PASSWORD_HASHES_AT_ONCE',
    description: 'Password hashes computed at the same time; each takes 19 MiB.',
    type: settingTypes.integer(1, 64),
    default: '2',
  }),
  passwordHashesWaiting: defineSetting({
    name: 'PASSWORD_HASHES_WAITING',
    description: 'Password hashes that may wait; more are refused with 503.',
    type: settingTypes.integer(0, 10_000),
    default: '100',
  }),
  openidConnect: defineSetting({
    name: 'OPENID_CONNECT',
    description: 'Whether allowed clients get ID tokens and user information.',
    type: settingTypes.flag,
    default: 'false',
  }),
  deviceFlow: defineSetting({
    name: 'DEVICE_FLOW',
    description:
      'Whether allowed clients get tokens for devices without a browser. Their users type a code at /device.',
    type: settingTypes.flag,
    default: 'false',
  }),
  signInSessionHours: defineSetting({
    name: 'SIGN_IN_SESSION_HOURS',
    description: 'How long a browser stays signed in; 0: the password is asked every time. In hours.',
    type: settingTypes.integer(0, 720),
    default: '0',
  }),
  secondFactorRequired: defineSetting({
    name: 'SECOND_FACTOR_REQUIRED',
    description:
      'Whether every user must have a second factor. Members and users can be named with "tpctl user" instead.',
    type: settingTypes.flag,
    default: 'false',
  }),
  forgottenPassword: defineSetting<string | undefined>({
    name: 'FORGOTTEN_PASSWORD',
    description:
      'Shown on sign-in pages to people who have forgotten the password: an https address, to which a link leads, or a text.',
    type: settingTypes.linkOrText,
    derive: () => undefined,
    derived: 'none: nothing is shown',
  }),
  signInFormSeconds: seconds(
    'SIGN_IN_FORM_SECONDS',
    'How long the sign-in page may stay open before its form has to be sent again.',
    1_800,
    [1, 86_400],
  ),
  auditRetentionDays: defineSetting({
    name: 'AUDIT_RETENTION_DAYS',
    description: 'How long the audit log is kept. In days.',
    type: settingTypes.integer(1, 3_660),
    default: String(defaults.auditRetentionDays),
  }),
  failuresPerUser: failures('USER', 'user', defaults.attempts.failuresPerUser),
  failuresPerUserAndDay: failuresPerDay(
    'FAILURES_PER_USER_AND_DAY',
    'strangers',
    defaults.attempts.failuresPerUserAndDay,
  ),
  failuresPerUserAndDayFromKnownPlaces: failuresPerDay(
    'FAILURES_PER_USER_AND_DAY_FROM_KNOWN_PLACES',
    'addresses and clients through which the user has signed in before',
    defaults.attempts.failuresPerUserAndDayFromKnownPlaces,
  ),
  failuresPerAddress: failures('ADDRESS', 'network address', defaults.attempts.failuresPerAddress),
  failuresPerClient: failures('CLIENT', 'client', defaults.attempts.failuresPerClient),
  failureWindowSeconds: seconds(
    'FAILURE_WINDOW_SECONDS',
    'Time within which failed attempts are counted together.',
    defaults.attempts.windowSeconds,
    [1, 86_400],
  ),
  firstLockSeconds: seconds(
    'FIRST_LOCK_SECONDS',
    'Length of the first lock after too many failures; each further one is twice as long.',
    defaults.attempts.firstLockSeconds,
    [1, 86_400],
  ),
  longestLockSeconds: seconds(
    'LONGEST_LOCK_SECONDS',
    'Length that no lock exceeds.',
    defaults.attempts.longestLockSeconds,
    [1, 86_400],
  ),
  failureCountersAtMost: defineSetting({
    name: 'FAILURE_COUNTERS_AT_MOST',
    description:
      'Number of users, clients and addresses whose failures are counted separately; further strangers share counters.',
    type: settingTypes.integer(1, 100_000_000),
    default: String(defaults.attempts.countersAtMost),
  }),
} as const;

function seconds(name: string, description: string, value: number, [least, most]: readonly [number, number]) {
  return defineSetting({
    name,
    description: `${description} In seconds.`,
    type: settingTypes.integer(least, most),
    default: String(value),
  });
}

function failures(key: string, whose: string, value: number) {
  return defineSetting({
    name: `FAILURES_PER_${key}`,
    description: `Wrong passwords and client secrets per ${whose} within the failure window, before a lock.`,
    type: settingTypes.integer(1, 1_000_000),
    default: String(value),
  });
}

function failuresPerDay(name: string, from: string, value: number) {
  return defineSetting({
    name,
    description: `Wrong passwords for one user that are judged within 24 hours, from ${from}.`,
    type: settingTypes.integer(1, 1_000_000),
    default: String(value),
  });
}

/** The address of the token endpoint, as the metadata name it. */
export function tokenEndpointOf({ issuer, idpSegment }: Pick<Env, 'issuer' | 'idpSegment'>): string {
  return `${issuer}/${idpSegment}/oauth2/access_token?realm=/api`;
}

export type Env = Settings<typeof authSettings>;

/** @throws SettingsError that names every wrong variable */
export function readEnv(environment: Environment = process.env): Env {
  return readSettings(authSettings, environment);
}

/** Returns the part of the settings that the steps of the protocol use. */
export function toAuthSettings(env: Env): AuthSettings {
  return {
    ...defaults,
    issuer: env.issuer,
    tokenEndpoint: tokenEndpointOf(env),
    audience: env.audience,
    accessTokenLifetimeSeconds: env.accessTokenLifetimeSeconds,
    refreshTokenLifetimeSeconds: env.refreshTokenLifetimeSeconds,
    codeLifetimeSeconds: env.codeLifetimeSeconds,
    reissueGraceSeconds: env.reissueGraceSeconds,
    openidConnect: env.openidConnect,
    deviceFlow: env.deviceFlow,
    sessionLifetimeSeconds: env.signInSessionHours * 3_600,
    secondFactorRequired: env.secondFactorRequired,
    auditRetentionDays: env.auditRetentionDays,
    attempts: {
      windowSeconds: env.failureWindowSeconds,
      failuresPerUser: env.failuresPerUser,
      failuresPerUserAndDay: env.failuresPerUserAndDay,
      failuresPerUserAndDayFromKnownPlaces: env.failuresPerUserAndDayFromKnownPlaces,
      failuresPerAddress: env.failuresPerAddress,
      failuresPerClient: env.failuresPerClient,
      firstLockSeconds: env.firstLockSeconds,
      longestLockSeconds: env.longestLockSeconds,
      countersAtMost: env.failureCountersAtMost,
    },
  };
}
