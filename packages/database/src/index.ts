export { type AdvisoryLock, lockUntilCommit } from './advisory-locks.js';
export type {
  BinaryRow,
  Database,
  Dialect,
  Schema,
  Sql,
  SqlValue,
  Transaction,
  TransactionOptions,
} from './database.js';
export { type DatabaseAddress, DatabaseAddressError, parseDatabaseAddress } from './database-address.js';
export { type OpenDatabaseOptions, openDatabase } from './open-database.js';
