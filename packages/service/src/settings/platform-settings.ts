import { isIPv4 } from 'node:net';
import { defineSetting } from './setting.js';
import { settingTypes } from './setting-types.js';
import { tracingSettings } from './tracing-settings.js';

const HOST = defineSetting({
  name: 'HOST',
  description:
    'Address on which the services listen. With 127.0.0.1 they also listen on ::1. Use 0.0.0.0 or :: for all interfaces, as in a container.',
  type: settingTypes.text,
  default: '127.0.0.1',
});

const AUTH_PORT = defineSetting({
  name: 'AUTH_PORT',
  description: 'Port of the authentication service.',
  type: settingTypes.port,
  default: '4000',
});

const AUTH_ISSUER = defineSetting({
  name: 'AUTH_ISSUER',
  description:
    'Public address of the authentication service, without a slash at the end. Every token contains it as "iss".',
  type: settingTypes.url,
  derive: (read) => `http://localhost:${read(AUTH_PORT)}`,
  derived: 'http://localhost:<AUTH_PORT>',
});

const API_PORT = defineSetting({
  name: 'API_PORT',
  description: 'Port of the data API.',
  type: settingTypes.port,
  default: '4001',
});

const IDP_SEGMENT = defineSetting({
  name: 'IDP_SEGMENT',
  description: 'The path segment <idp_segment> of the OAuth addresses.',
  type: settingTypes.pathSegment,
  default: 'idp',
});

const developmentEventKey = 'development-only-event-key-do-not-deploy';

/**
 * The settings that several programs of the platform read, by the name of their variable. A setting of a single program
 * is in its `env.ts`.
 */
export const platformSettings = {
  AUTH_PORT,
  API_PORT,
  PORTAL_URL: defineSetting<string | undefined>({
    name: 'PORTAL_URL',
    description:
      'Address of the documentation portal, which is /docs of the data API. The page at / of the authentication service links to it.',
    type: settingTypes.url,
    derive: (read) => {
      const issuer = new URL(read(AUTH_ISSUER));
      return isOfThisMachineOnly(issuer.hostname) ? `http://${issuer.hostname}:${read(API_PORT)}/docs` : undefined;
    },
    derived: 'the portal of a data API on the same machine, if AUTH_ISSUER is on this machine; otherwise none',
  }),
  WORKER_PORT: defineSetting({
    name: 'WORKER_PORT',
    description: 'Port on which the worker answers health checks and metrics.',
    type: settingTypes.port,
    default: '4002',
  }),
  CONSOLE_PORT: defineSetting({
    name: 'CONSOLE_PORT',
    description: 'Port of the console.',
    type: settingTypes.port,
    default: '4004',
  }),
  HOST,
  AUTH_ISSUER,
  IDP_SEGMENT,
  AUTH_JWKS_URL: defineSetting({
    name: 'AUTH_JWKS_URL',
    description: 'Where the data API fetches the keys that verify access tokens.',
    type: settingTypes.url,
    derive: (read) => `${read(AUTH_ISSUER)}/${read(IDP_SEGMENT)}/oauth2/jwks`,
    derived: '<AUTH_ISSUER>/<IDP_SEGMENT>/oauth2/jwks',
  }),
  AUTH_REVOCATIONS_URL: defineSetting({
    name: 'AUTH_REVOCATIONS_URL',
    description: 'Where the data API learns which access tokens have been revoked.',
    type: settingTypes.url,
    derive: (read) => `${read(AUTH_ISSUER)}/${read(IDP_SEGMENT)}/oauth2/revocations`,
    derived: '<AUTH_ISSUER>/<IDP_SEGMENT>/oauth2/revocations',
  }),
  AUTH_AUTHORITIES_URL: defineSetting({
    name: 'AUTH_AUTHORITIES_URL',
    description: 'Address at which a worker asks the authentication service which clients may receive events.',
    type: settingTypes.url,
    derive: (read) => `${read(AUTH_ISSUER)}/${read(IDP_SEGMENT)}/oauth2/authorities`,
    derived: '<AUTH_ISSUER>/<IDP_SEGMENT>/oauth2/authorities',
  }),
  AUTH_SECRET_KEY: defineSetting({
    name: 'AUTH_SECRET_KEY',
    description:
      'At least 32 characters that encrypt the signing keys in the database; the same for the authentication service and tpctl. The default is public, and refused if HOST is not an address of this machine only.',
    type: settingTypes.secretKey,
    default: 'development-only-secret-key-do-not-deploy',
    refuseDefault: (read) =>
      isOfThisMachineOnly(read(HOST))
        ? undefined
        : `must be set: its default is public, and other machines reach this service (HOST is ${read(HOST)})`,
    secret: true,
  }),
  AUTH_FORMER_SECRET_KEY: defineSetting<string | undefined>({
    name: 'AUTH_FORMER_SECRET_KEY',
    description:
      'The previous AUTH_SECRET_KEY. Data that were made with it are still accepted. "tpctl key reseal" says when it can be removed.',
    type: settingTypes.secretKey,
    derive: () => undefined,
    derived: 'none',
    secret: true,
  }),
  LEAKED_PASSWORDS: defineSetting<string | undefined>({
    name: 'LEAKED_PASSWORDS',
    description:
      'List of leaked passwords that nobody may choose: a file of sorted lines HASH:COUNT, or a folder of range files, in the format of Have I Been Pwned; the same for the authentication service and tpctl.',
    type: settingTypes.text,
    derive: () => undefined,
    derived: 'none',
  }),
  API_PREFIX: defineSetting({
    name: 'API_PREFIX',
    description: 'The beginning of every path of the data API.',
    type: settingTypes.pathPrefix,
    default: '/ordApi/order',
  }),
  API_AUDIENCE: defineSetting({
    name: 'API_AUDIENCE',
    description: 'Name of the data API in access tokens ("aud").',
    type: settingTypes.text,
    default: 'urn:trading-platform:api',
  }),
  AUTH_DATABASE_URL: defineSetting({
    name: 'AUTH_DATABASE_URL',
    description:
      'Database of the authentication service: sqlite:path or postgres://user:password@host:port/name. A PostgreSQL address may name several servers, host:port,host:port; the one that takes writes is used. With ?pool_mode=transaction it is the address of a pooler in transaction mode.',
    type: settingTypes.databaseAddress,
    default: 'sqlite:data/auth.sqlite',
    secret: true,
  }),
  ORDERING_DATABASE_URL: defineSetting({
    name: 'ORDERING_DATABASE_URL',
    description: 'Database of members, products, slips and settings: sqlite:path or postgres://….',
    type: settingTypes.databaseAddress,
    default: 'sqlite:data/ordering.sqlite',
    secret: true,
  }),
  BATCH_DATABASE_URL: defineSetting<string | undefined>({
    name: 'BATCH_DATABASE_URL',
    description: 'Database of the batches.',
    type: settingTypes.databaseAddress,
    derive: () => undefined,
    derived: 'on SQLite a separate file beside ORDERING_DATABASE_URL, on PostgreSQL the same database',
    secret: true,
  }),
  BATCH_NOTIFICATIONS_URL: defineSetting<string | undefined>({
    name: 'BATCH_NOTIFICATIONS_URL',
    description:
      'Address of PostgreSQL itself, at which services listen for news of batches. It is needed if the database of the batches is reached through a pooler in transaction mode.',
    type: settingTypes.databaseAddress,
    derive: () => undefined,
    derived:
      'the database of the batches; if its address has pool_mode=transaction, notifications are impossible, so services look for news every second',
    secret: true,
  }),
  BATCH_SEGMENTS: defineSetting<string | undefined>({
    name: 'BATCH_SEGMENTS',
    description:
      'A bucket for the records of batches: s3://bucket/prefix?region=… at Amazon, or s3://bucket/prefix?endpoint=https://… on another server. Only one platform may use the prefix.',
    type: settingTypes.bucketAddress,
    derive: () => undefined,
    derived: 'in the database of the batches',
  }),
  AWS_ACCESS_KEY_ID: credential('AWS_ACCESS_KEY_ID', 'Key for access to BATCH_SEGMENTS.'),
  AWS_SECRET_ACCESS_KEY: credential('AWS_SECRET_ACCESS_KEY', 'Secret of AWS_ACCESS_KEY_ID.'),
  AWS_SESSION_TOKEN: credential(
    'AWS_SESSION_TOKEN',
    'Session token of AWS_ACCESS_KEY_ID, if that key is valid only for a limited time.',
  ),
  MIGRATE_AT_START: defineSetting({
    name: 'MIGRATE_AT_START',
    description:
      'Whether services, and tpctl before each command, bring the tables of their databases up to date. If not, they need no right to change tables, and refuse to start until "tpctl migrate" has done it.',
    type: settingTypes.flag,
    default: 'true',
  }),
  BATCH_RETENTION_HOURS: defineSetting({
    name: 'BATCH_RETENTION_HOURS',
    description: 'How long a batch is kept after it has ended.',
    type: settingTypes.integer(1, 8_760),
    default: '168',
  }),
  BATCH_RETENTION_AFTER_USE_HOURS: defineSetting({
    name: 'BATCH_RETENTION_AFTER_USE_HOURS',
    description: 'The minimum time for which a batch is kept after each check or get.',
    type: settingTypes.integer(0, 8_760),
    default: '24',
  }),
  BATCH_RETENTION_AT_MOST_HOURS: defineSetting({
    name: 'BATCH_RETENTION_AT_MOST_HOURS',
    description: 'The maximum time for which a batch is kept after it has ended, even if it is used often.',
    type: settingTypes.integer(1, 8_760),
    default: '336',
  }),
  BATCH_ROW_RETENTION_HOURS: defineSetting({
    name: 'BATCH_ROW_RETENTION_HOURS',
    description:
      'How long after the end of a batch its outcome can still be listed. After a batch has expired, only its outcome is kept, without its records. 0 keeps no outcome.',
    type: settingTypes.integer(0, 8_760),
    default: '336',
  }),
  EVENT_SECRET_KEY: defineSetting<string | undefined>({
    name: 'EVENT_SECRET_KEY',
    description:
      'At least 32 characters. They encrypt the secrets of event endpoints, and prove to the authentication service that a request comes from a worker. The value is the same for all three services. Without it, events are not pushed and there are no event endpoints.',
    type: settingTypes.secretKey,
    derive: (read) =>
      isOfThisMachineOnly(read(HOST)) && !read(AUTH_ISSUER).startsWith('https:') ? developmentEventKey : undefined,
    derived: 'a public value if HOST is an address of this machine only and AUTH_ISSUER has no https; otherwise none',
    secret: true,
  }),
  EVENT_FORMER_SECRET_KEY: defineSetting<string | undefined>({
    name: 'EVENT_FORMER_SECRET_KEY',
    description:
      'The previous EVENT_SECRET_KEY. Secrets that were encrypted with it can still be decrypted. New secrets are encrypted with the present key.',
    type: settingTypes.secretKey,
    derive: () => undefined,
    derived: 'none',
    secret: true,
  }),
  EVENT_ADDRESSES: defineSetting({
    name: 'EVENT_ADDRESSES',
    description:
      'Which IP addresses the platform may call for event endpoints and for the key sets of clients: public, networks in CIDR notation such as 10.1.0.0/16, or both, separated by commas.',
    type: settingTypes.addressRule,
    default: 'public',
  }),
  EVENT_ALLOW_HTTP: defineSetting({
    name: 'EVENT_ALLOW_HTTP',
    description: 'Whether event endpoints and key sets of clients may have http addresses. For development only.',
    type: settingTypes.flag,
    default: 'false',
    refuseValue: (isAllowed, read) =>
      isAllowed && read(AUTH_ISSUER).startsWith('https:')
        ? 'must be false: AUTH_ISSUER is an https address, so this is no development'
        : undefined,
  }),
  SHIP_QUANTITY_ABOVE_PERCENT: defineSetting({
    name: 'SHIP_QUANTITY_ABOVE_PERCENT',
    description: 'By how many percent a shipped quantity may exceed the ordered quantity.',
    type: settingTypes.integer(0, 1_000),
    default: '0',
  }),
  SHIP_PRICE_ABOVE_PERCENT: defineSetting({
    name: 'SHIP_PRICE_ABOVE_PERCENT',
    description:
      'By how many percent the price of a shipment may exceed the price of the order, for goods with market prices.',
    type: settingTypes.integer(0, 1_000),
    default: '0',
  }),
  RETURN_DAYS: defineSetting({
    name: 'RETURN_DAYS',
    description: 'How many days after the day of receipt a buyer can still return goods.',
    type: settingTypes.integer(0, 3_650),
    default: '90',
  }),
  LOG_LEVEL: defineSetting({
    name: 'LOG_LEVEL',
    description: 'The lowest level of log lines that are written: trace, debug, info, warn, error, fatal or silent.',
    type: settingTypes.oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
    default: 'info',
  }),
  LOG_FORMAT: defineSetting({
    name: 'LOG_FORMAT',
    description: 'json for machines, pretty for people.',
    type: settingTypes.oneOf(['json', 'pretty']),
    default: 'json',
  }),
  TRUST_PROXY: defineSetting({
    name: 'TRUST_PROXY',
    description:
      'Number of proxies in front of the service. The entries that they add to X-Forwarded-For are trusted, to find the address of a caller.',
    type: settingTypes.integer(0, 10),
    default: '0',
  }),
  BUILD_COMMIT: defineSetting<string | undefined>({
    name: 'BUILD_COMMIT',
    description: 'The commit from which the programs were built. Health, metrics and the first log line show it.',
    type: settingTypes.text.refine((text) => /^[\w.-]{1,64}$/.test(text), {
      error: 'must have 1 to 64 letters, digits, dots or hyphens',
    }),
    derive: () => undefined,
    derived: 'not told',
  }),
  BODY_MEMORY_MEGABYTES: defineSetting({
    name: 'BODY_MEMORY_MEGABYTES',
    description:
      'Memory in megabytes for all request bodies that one process of a service reads at the same time. One caller gets at most a quarter of it. Calls that find no room are refused (503) and may be repeated.',
    type: settingTypes.integer(64, 65_536),
    default: '64',
  }),
  SHUTDOWN_TIMEOUT_SECONDS: defineSetting({
    name: 'SHUTDOWN_TIMEOUT_SECONDS',
    description: 'How long requests and batches that have begun may take to finish after SIGTERM.',
    type: settingTypes.integer(0, 3_600),
    default: '20',
  }),
  SHUTDOWN_DELAY_SECONDS: defineSetting({
    name: 'SHUTDOWN_DELAY_SECONDS',
    description: 'How long a service still accepts new requests after SIGTERM, until load balancers have noticed.',
    type: settingTypes.integer(0, 600),
    default: '0',
  }),
} as const;

function credential(name: string, description: string) {
  return defineSetting<string | undefined>({
    name,
    description,
    type: settingTypes.text,
    derive: () => undefined,
    derived: 'none',
    secret: true,
  });
}

/** @param host an address or a name */
function isOfThisMachineOnly(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}

/** The settings that every service needs. Each service adds its own port. */
export const serviceSettings = {
  host: platformSettings.HOST,
  logLevel: platformSettings.LOG_LEVEL,
  logFormat: platformSettings.LOG_FORMAT,
  trustProxy: platformSettings.TRUST_PROXY,
  shutdownTimeoutSeconds: platformSettings.SHUTDOWN_TIMEOUT_SECONDS,
  shutdownDelaySeconds: platformSettings.SHUTDOWN_DELAY_SECONDS,
  buildCommit: platformSettings.BUILD_COMMIT,
  bodyMemoryMegabytes: platformSettings.BODY_MEMORY_MEGABYTES,
  ...tracingSettings,
} as const;

/** The settings of services that store or push to event endpoints. */
export const eventPushSettings = {
  eventSecretKey: platformSettings.EVENT_SECRET_KEY,
  eventFormerSecretKey: platformSettings.EVENT_FORMER_SECRET_KEY,
  eventAddresses: platformSettings.EVENT_ADDRESSES,
  eventAllowHttp: platformSettings.EVENT_ALLOW_HTTP,
} as const;

/** The settings of services that write or read the records of batches. */
export const segmentSettings = {
  batchSegments: platformSettings.BATCH_SEGMENTS,
  awsAccessKeyId: platformSettings.AWS_ACCESS_KEY_ID,
  awsSecretAccessKey: platformSettings.AWS_SECRET_ACCESS_KEY,
  awsSessionToken: platformSettings.AWS_SESSION_TOKEN,
} as const;

/** The settings of services that judge updates of slips, or show which updates are possible. */
export const updateRuleSettings = {
  shipQuantityAbovePercent: platformSettings.SHIP_QUANTITY_ABOVE_PERCENT,
  shipPriceAbovePercent: platformSettings.SHIP_PRICE_ABOVE_PERCENT,
  returnDays: platformSettings.RETURN_DAYS,
} as const;
