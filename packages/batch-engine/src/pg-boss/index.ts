export { openPgBossQueue, type PgBossQueueOptions } from './open-pg-boss-queue.js';
