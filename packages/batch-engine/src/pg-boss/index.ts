export { openPgBossQueue, type PgBossQueueOptions, pgBossQueues } from './open-pg-boss-queue.js';
