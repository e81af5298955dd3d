import { setTimeout as sleep } from 'node:timers/promises';
import { postgresConnection } from '@trading-platform/database/postgres';
import { createQueues } from './create-queues.js';
import { loadPgBoss } from './load-pg-boss.js';
import { defaultPgBossSchema, missingPgBossTables, type PgBossTablesOptions, withTables } from './pg-boss-tables.js';

const lookEveryMs = 500;

/**
 * Creates or updates the schema of pg-boss and the queues of the engine. Any number of processes may run this migration at the
 * same time. Returns the names of the missing parts that were created.
 *
 * @throws MissingPackageError when pg-boss is not installed
 */
export async function migratePgBoss(options: PgBossTablesOptions): Promise<string[]> {
  const missing = await missingPgBossTables(options);
  if (missing.length === 0) return [];
  const { address, schema = defaultPgBossSchema } = options;
  const { PgBoss } = await loadPgBoss();
  const boss = new PgBoss({
    ...postgresConnection(address),
    schema,
    max: 2,
    application_name: 'batch-queue',
    supervise: false,
    schedule: false,
    bamIntervalSeconds: 10,
  });
  const errors: Error[] = [];
  boss.on('error', (error) => errors.push(error));
  try {
    await boss.start();
    await createQueues(boss);
    await indexesBuilt(options, errors);
  } finally {
    await boss.stop({ graceful: false });
  }
  return missing;
}

/**
 * Waits until indexes are built, because newer versions of pg-boss build them after the start, at the same time as other work.
 */
async function indexesBuilt(options: PgBossTablesOptions, errors: readonly Error[]): Promise<void> {
  await withTables(options, async (database, schema) => {
    const unfinished = `SELECT EXISTS (SELECT 1 FROM ${schema}.bam WHERE status IN ('pending', 'in_progress')) AS found`;
    while ((await database.query<{ found: boolean }>(unfinished))[0]?.found === true) {
      if (errors[0] !== undefined) throw errors[0];
      await sleep(lookEveryMs);
    }
  });
}
