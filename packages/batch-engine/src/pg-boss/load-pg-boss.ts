import { loadInstalled } from '@trading-platform/database';

/** @throws MissingPackageError when pg-boss is not installed: batches in SQLite do not need it */
export function loadPgBoss(): Promise<typeof import('pg-boss')> {
  return loadInstalled(() => import('pg-boss'), { packages: ['pg-boss'], purpose: 'wake workers by its queue' });
}
