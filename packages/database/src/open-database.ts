import 'reflect-metadata';
import type { Database } from './database.js';
import { parseDatabaseAddress } from './database-address.js';
import type { OpenDatabaseOptions } from './open-database-options.js';

/**
 * Opens a database without touching its tables; call `migrate` next. Only the driver of its dialect is loaded.
 *
 * @throws DatabaseAddressError when the address cannot be read
 * @throws Error when PostgreSQL is older than 15
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  const address = parseDatabaseAddress(options.address);
  if (address.dialect === 'sqlite') {
    const { openSqlite } = await import('./sqlite-database.js');
    return openSqlite(address.path, options);
  }
  const { openPostgres } = await import('./postgres-database.js');
  return openPostgres(address.url, options);
}
