import type Driver from 'better-sqlite3';
import driver from 'better-sqlite3-13';

/**
 * A connection to an SQLite file: `new SqliteConnection(path, options)`, documented by better-sqlite3. TypeORM gets the
 * class as its `driver`. This better-sqlite3 is installed under another name. If its name were `better-sqlite3`, npm
 * would also install and compile the version that TypeORM names as its peer dependency.
 */
export const SqliteConnection: typeof Driver = driver;
export type SqliteConnection = Driver.Database;

/** A prepared statement of a connection. */
export type SqliteStatement = Driver.Statement;
