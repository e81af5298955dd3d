import type { BatchStorageOptions } from '@trading-platform/batch-engine/typeorm';

/** The queue on PostgreSQL; SQLite has no need of it, so it is loaded only when it is asked for. */
export const openQueue: NonNullable<BatchStorageOptions['openQueue']> = async (options) => {
  const { openPgBossQueue } = await import('@trading-platform/batch-engine/pg-boss');
  return openPgBossQueue(options);
};
