import type Driver from 'better-sqlite3';
import driver from 'better-sqlite3-13';

/**
 * A connection to an SQLite file: `new SqliteConnection(path, options)`, documented by better-sqlite3. TypeORM gets the
 * class as its `driver`.
 * The package is installed under another name. Under its own name, npm would also install the version of TypeORM's peer
 * dependency, and compile it.
 */
export const SqliteConnection: typeof Driver = driver;
export type SqliteConnection = Driver.Database;

/** A prepared statement of a connection. */
export type SqliteStatement = Driver.Statement;
