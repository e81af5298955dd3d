import type Driver from 'better-sqlite3';
import driver from 'better-sqlite3-13';

/**
 * A connection to a SQLite file: the driver, better-sqlite3, for who needs connections beside those of a `Database`.
 *
 * It is installed by another name: where it had its own, npm would add the version that TypeORM names as its peer, and compile it.
 */
export const SqliteConnection: typeof Driver = driver;
export type SqliteConnection = Driver.Database;
