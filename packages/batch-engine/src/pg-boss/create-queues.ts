import type { PgBoss } from 'pg-boss';
import { pgBossQueues } from './pg-boss-tables.js';

const secondsPerDay = 86_400;

/** Creates the queues of the engine, unless they exist. */
export async function createQueues(boss: PgBoss): Promise<void> {
  await boss.createQueue(pgBossQueues.failed, { retentionSeconds: 14 * secondsPerDay });
  await boss.createQueue(pgBossQueues.waiting, {
    deadLetter: pgBossQueues.failed,
    deleteAfterSeconds: 3600,
    retryBackoff: true,
  });
  await boss.createQueue(pgBossQueues.housekeeping, { policy: 'singleton', deleteAfterSeconds: 3600, retryLimit: 0 });
}
