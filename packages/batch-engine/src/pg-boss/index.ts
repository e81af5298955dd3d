export { migratePgBoss } from './migrate-pg-boss.js';
export { openPgBossQueue, type PgBossQueueOptions } from './open-pg-boss-queue.js';
export { missingPgBossTables, type PgBossTablesOptions } from './pg-boss-tables.js';
