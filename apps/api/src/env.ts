import {
  defineSetting,
  type Environment,
  eventPushSettings,
  platformSettings,
  readSettings,
  type Settings,
  segmentSettings,
  serviceSettings,
  settingTypes,
  updateRuleSettings,
} from '@trading-platform/service';

export { ENV } from '@trading-platform/service';

/** The contract does not define this limit, so there is no limit unless an operator sets one. */
const withoutLimit = { derive: () => undefined, derived: 'no limit' };

const CALLS_PER_MINUTE = defineSetting({
  name: 'CALLS_PER_MINUTE',
  description: 'How many calls may be made with one access token in a minute.',
  type: settingTypes.integer(1),
  default: '600',
});

/** All settings of the data API. */
export const apiSettings = {
  ...serviceSettings,
  port: platformSettings.API_PORT,
  prefix: platformSettings.API_PREFIX,
  issuer: platformSettings.AUTH_ISSUER,
  idpSegment: platformSettings.IDP_SEGMENT,
  audience: platformSettings.API_AUDIENCE,
  keysAddress: platformSettings.AUTH_JWKS_URL,
  revocationsAddress: platformSettings.AUTH_REVOCATIONS_URL,
  orderingDatabase: platformSettings.ORDERING_DATABASE_URL,
  batchDatabase: platformSettings.BATCH_DATABASE_URL,
  batchNotifications: platformSettings.BATCH_NOTIFICATIONS_URL,
  ...segmentSettings,
  ...updateRuleSettings,
  ...eventPushSettings,
  migrateAtStart: platformSettings.MIGRATE_AT_START,
  batchRetentionHours: platformSettings.BATCH_RETENTION_HOURS,
  batchRetentionAfterUseHours: platformSettings.BATCH_RETENTION_AFTER_USE_HOURS,
  batchRetentionAtMostHours: platformSettings.BATCH_RETENTION_AT_MOST_HOURS,
  batchRowRetentionHours: platformSettings.BATCH_ROW_RETENTION_HOURS,
  portal: defineSetting({
    name: 'PORTAL',
    description:
      'Whether the data API serves the documentation portal at /docs, and at / a page that links to the portal.',
    type: settingTypes.flag,
    default: 'true',
  }),
  statusPage: defineSetting({
    name: 'STATUS_PAGE',
    description: 'Whether the data API serves a page at /status that shows everybody which of its parts work now.',
    type: settingTypes.flag,
    default: 'false',
  }),
  refuseWithoutRevocations: defineSetting({
    name: 'REFUSE_WITHOUT_REVOCATIONS',
    description:
      'Whether calls are refused (503) while the list of revoked access tokens cannot be read. If not, they are served until their tokens expire.',
    type: settingTypes.flag,
    default: 'false',
  }),
  keySetStaleSeconds: defineSetting({
    name: 'KEY_SET_STALE_SECONDS',
    description:
      'How many seconds the last known keys of the authentication server are used if they cannot be read again. Set at least the lifetime of access tokens.',
    type: settingTypes.integer(1, 31 * 86_400),
    default: '3600',
  }),
  callsPerMinute: CALLS_PER_MINUTE,
  clientCallsPerMinute: defineSetting({
    name: 'CLIENT_CALLS_PER_MINUTE',
    description: 'How many calls a client of a member may make in a minute with all its access tokens together.',
    type: settingTypes.integer(1),
    derive: (read) => 4 * read(CALLS_PER_MINUTE),
    derived: 'four times CALLS_PER_MINUTE',
  }),
  batchesPerClient: defineSetting({
    name: 'BATCHES_PER_CLIENT',
    description: "How many batches of a member's client may wait or run at the same time.",
    type: settingTypes.integer(1),
    default: '1000',
  }),
  storedBytesPerMember: defineSetting({
    name: 'STORED_BYTES_PER_MEMBER',
    description:
      'How many bytes the batches of a member may use together. While they use more, new requests are refused.',
    type: settingTypes.integer(1),
    derive: () => Number.POSITIVE_INFINITY,
    derived: 'any number',
  }),
  waitingCalls: defineSetting({
    name: 'WAITING_CALLS',
    description:
      'How many calls with Prefer: wait one process of the data API holds at the same time until their batches end. Further calls are answered at once.',
    type: settingTypes.integer(0, 1_000_000),
    default: '2000',
  }),
  waitingCallsPerClient: defineSetting({
    name: 'WAITING_CALLS_PER_CLIENT',
    description: 'How many calls with Prefer: wait of one member and client a process holds at the same time.',
    type: settingTypes.integer(0, 1_000_000),
    default: '200',
  }),
  masterRecordsPerGet: recordsPerGet('MASTER'),
  tradeRecordsPerGet: recordsPerGet('TRADE'),
  settingRecordsPerGet: recordsPerGet('SETTING'),
  tradePeriodDays: defineSetting<number | undefined>({
    name: 'TRADE_PERIOD_DAYS',
    description: 'Longest period of a trade download, in days. The first and the last day are counted.',
    type: settingTypes.integer(1, 4_000_000),
    ...withoutLimit,
  }),
} as const;

function recordsPerGet(download: string) {
  return defineSetting<number | undefined>({
    name: `${download}_RECORDS_PER_GET`,
    description: `Maximum number of records of a ${download.toLowerCase()} download in one get call.`,
    type: settingTypes.integer(1),
    ...withoutLimit,
  });
}

export type Env = Settings<typeof apiSettings>;

/** @throws SettingsError that names every wrong variable */
export function readEnv(environment: Environment = process.env): Env {
  return readSettings(apiSettings, environment);
}
