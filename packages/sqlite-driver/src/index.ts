import type Driver from 'better-sqlite3';
import driver from 'better-sqlite3-13';

/**
 * A connection to a SQLite file: `new SqliteConnection(path, options)`, as better-sqlite3 documents it. TypeORM takes the class as
 * its `driver`.
 *
 * It is installed by another name: where it had its own, npm would add the version that TypeORM names as its peer, and compile it.
 */
export const SqliteConnection: typeof Driver = driver;
export type SqliteConnection = Driver.Database;

/** A statement that a connection has prepared. */
export type SqliteStatement = Driver.Statement;
