export { type AdvisoryLock, lockUntilCommit } from './advisory-locks.js';
export { bytes, byteText, epochMilliseconds, flag, rowNumber } from './columns.js';
export {
  type BinaryRow,
  Database,
  type DatabaseUse,
  type Entity,
  type Listening,
  type Schema,
  type Sql,
  type SqlValue,
  type Transaction,
  type TransactionOptions,
} from './database.js';
export { type DatabaseAddress, DatabaseAddressError, parseDatabaseAddress } from './database-address.js';
export type { DatabaseWatch, WatchedStatement } from './database-watch.js';
export { type EnsureMigratedOptions, ensureMigrated, MigrationsMissingError } from './ensure-migrated.js';
export { loadInstalled, MissingPackageError, type NeededPackages } from './load-installed.js';
export { dialectOf, type MigrationWords, migrationWords, runAll } from './migration-words.js';
export { inOrderOfTime, migrationNames, UnreleasedTablesError } from './migrations.js';
export { openDatabase } from './open-database.js';
export type { OpenDatabaseOptions } from './open-database-options.js';
export type { Dialect, PerDialect } from './per-dialect.js';
export { isLocked, retryWhileLocked } from './retry-while-locked.js';
export { type Table, tableOf } from './table.js';
export { watchDatabase } from './watch-database.js';
export { withDatabase } from './with-database.js';
