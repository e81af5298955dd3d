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

/** All settings of the worker. */
export const workerSettings = {
  ...serviceSettings,
  port: platformSettings.WORKER_PORT,
  orderingDatabase: platformSettings.ORDERING_DATABASE_URL,
  batchDatabase: platformSettings.BATCH_DATABASE_URL,
  batchNotifications: platformSettings.BATCH_NOTIFICATIONS_URL,
  ...segmentSettings,
  ...updateRuleSettings,
  ...eventPushSettings,
  authoritiesAddress: platformSettings.AUTH_AUTHORITIES_URL,
  migrateAtStart: platformSettings.MIGRATE_AT_START,
  batchRetentionHours: platformSettings.BATCH_RETENTION_HOURS,
  batchRetentionAfterUseHours: platformSettings.BATCH_RETENTION_AFTER_USE_HOURS,
  batchRetentionAtMostHours: platformSettings.BATCH_RETENTION_AT_MOST_HOURS,
  batchRowRetentionHours: platformSettings.BATCH_ROW_RETENTION_HOURS,
  concurrency: defineSetting({
    name: 'WORKER_CONCURRENCY',
    description: 'Batches that one worker process produces at the same time.',
    type: settingTypes.integer(1, 100),
    default: '4',
  }),
  runningPerMember: defineSetting({
    name: 'BATCHES_RUNNING_PER_MEMBER',
    description: 'Batches of one member that are produced at the same time, over all workers; the others wait.',
    type: settingTypes.integer(1, 100),
    default: '2',
  }),
  changesKeptDays: defineSetting({
    name: 'CHANGES_KEPT_DAYS',
    description:
      'How long removed keys are kept for callers who ask for changes. A caller whose last batch is older gets all records.',
    type: settingTypes.integer(1, 3_650),
    default: '30',
  }),
  eventsKeptDays: defineSetting({
    name: 'EVENTS_KEPT_DAYS',
    description: 'How long events are kept for callers who follow them. An older cursor is refused.',
    type: settingTypes.integer(1, 3_650),
    default: '30',
  }),
  leaseSeconds: defineSetting({
    name: 'BATCH_LEASE_SECONDS',
    description: 'After this time without a sign of life from a worker, another worker takes over its batch.',
    type: settingTypes.integer(1, 3_600),
    default: '15',
  }),
} as const;

export type Env = Settings<typeof workerSettings>;

/** @throws SettingsError that names every wrong variable */
export function readEnv(environment: Environment = process.env): Env {
  return readSettings(workerSettings, environment);
}
