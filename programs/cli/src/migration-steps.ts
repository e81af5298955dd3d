import { existsSync } from 'node:fs';
import {
  inOrderOfTime,
  migrationNames,
  parseDatabaseAddress,
  type Schema,
  withDatabase,
} from '@trading-platform/database';
import type { DatabaseAddresses } from './env.js';

/** The things that were created, by the names of databases and their parts. */
type Made = Readonly<Record<string, readonly string[]>>;

/** The tables of one database. */
export interface MigrationStep {
  /** What `run` would create. Changes nothing. */
  pending(): Promise<Made>;
  /** Creates the missing things after waiting for other processes. Returns what this process created. */
  run(): Promise<Made>;
}

const applicationName = 'tpctl';

/** One step for each database, in the order in which services need them. */
export async function stepsFor(settings: DatabaseAddresses): Promise<readonly MigrationStep[]> {
  const { authSchema } = await import('@trading-platform/auth-core/typeorm');
  const { orderingSchema } = await import('@trading-platform/ordering/typeorm');
  const { callCountSchema } = await import('@trading-platform/call-counts');
  const { eventPushSchema } = await import('@trading-platform/event-push/typeorm');
  const { defaultBatchAddress } = await import('@trading-platform/batch-engine/typeorm');
  return [
    schemaSteps('auth', settings.authDatabase, [authSchema]),
    schemaSteps('ordering', settings.orderingDatabase, [orderingSchema, callCountSchema, eventPushSchema]),
    batchSteps(settings.batchDatabase ?? defaultBatchAddress(settings.orderingDatabase)),
  ];
}

function schemaSteps(name: string, address: string, schemas: readonly Schema[]): MigrationStep {
  return {
    pending: async () => ({ [name]: await pendingMigrations(address, schemas) }),
    run: async () => ({
      [name]: await withDatabase({ address, schemas, applicationName }, (database) => database.migrate()),
    }),
  };
}

/** The batches, their segments and, on PostgreSQL, the queue of pg-boss. */
function batchSteps(address: string): MigrationStep {
  const isPostgres = parseDatabaseAddress(address).dialect === 'postgres';
  return {
    async pending() {
      const { pendingBatchMigrations } = await import('@trading-platform/batch-engine/typeorm');
      const tables = await pendingBatchMigrations({ address, applicationName });
      return { ...tables, queue: isPostgres ? await (await pgBoss()).missingPgBossTables({ address }) : [] };
    },
    async run() {
      const { migrateBatches } = await import('@trading-platform/batch-engine/typeorm');
      const tables = await migrateBatches({ address, applicationName });
      return { ...tables, queue: isPostgres ? await (await pgBoss()).migratePgBoss({ address }) : [] };
    },
  };
}

const pgBoss = () => import('@trading-platform/batch-engine/pg-boss');

/** A dry run must not create a missing database. */
async function pendingMigrations(address: string, schemas: readonly Schema[]): Promise<string[]> {
  const parsed = parseDatabaseAddress(address);
  if (parsed.dialect === 'sqlite' && !existsSync(parsed.path)) {
    return inOrderOfTime(schemas.flatMap((schema) => migrationNames(schema, 'sqlite')));
  }
  return withDatabase({ address, schemas, applicationName }, (database) => database.pendingMigrations());
}
