import { authSchema } from '@trading-platform/auth-core/typeorm';
import { batchSchema, segmentSchema } from '@trading-platform/batch-engine/typeorm';
import { callCountSchema } from '@trading-platform/call-counts';
import type { Schema } from '@trading-platform/database';
import { eventPushSchema } from '@trading-platform/event-push/typeorm';
import { orderingSchema } from '@trading-platform/ordering/typeorm';
import { releasedMigrations } from './base-release.js';

/** The schemas of the whole platform, as they are now. */
export const platformSchemas: readonly Schema[] = [
  authSchema,
  orderingSchema,
  callCountSchema,
  eventPushSchema,
  batchSchema,
  segmentSchema,
];

/**
 * The schemas of the last release. A released migration never changes, so the current list of migrations contains the
 * migrations of the release.
 */
export async function baseSchemas(): Promise<readonly Schema[]> {
  const numbers = await releasedMigrations();
  const released = (migrations: readonly Migration[]) => migrations.filter(({ name }) => numbers.has(name.slice(-13)));
  return platformSchemas.map(({ entities, migrations }) => ({
    entities,
    migrations:
      'sqlite' in migrations
        ? { sqlite: released(migrations.sqlite), postgres: released(migrations.postgres) }
        : released(migrations),
  }));
}

type Migration = Extract<Schema['migrations'], readonly unknown[]>[number];
