import type { Database } from './database.js';
import { openDatabase } from './open-database.js';
import type { OpenDatabaseOptions } from './open-database-options.js';

/** Opens a database for some work, and closes it when the work has ended or failed. */
export async function withDatabase<T>(
  options: OpenDatabaseOptions,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(options);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
