import 'reflect-metadata';
import type { Database } from './database.js';
import { parseDatabaseAddress } from './database-address.js';
import { loadInstalled, type NeededPackages } from './load-installed.js';
import type { OpenDatabaseOptions } from './open-database-options.js';
import type { Dialect } from './per-dialect.js';

const drivers: Readonly<Record<Dialect, NeededPackages>> = {
  sqlite: { packages: ['@trading-platform/sqlite-driver'], purpose: 'open SQLite files' },
  postgres: { packages: ['pg'], purpose: 'open PostgreSQL' },
};

/**
 * Opens a database without changing its tables. Call `migrate` next. Only the driver for this kind of database is loaded.
 *
 * @throws DatabaseAddressError when the address cannot be read
 * @throws MissingPackageError when the driver of its dialect is not installed
 * @throws Error when PostgreSQL is older than 15
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  const address = parseDatabaseAddress(options.address);
  if (address.dialect === 'sqlite') {
    const { openSqlite } = await loadInstalled(() => import('./sqlite-database.js'), drivers.sqlite);
    return openSqlite(address.path, options);
  }
  const { openPostgres } = await loadInstalled(() => import('./postgres-database.js'), drivers.postgres);
  return openPostgres(address.url, options);
}
