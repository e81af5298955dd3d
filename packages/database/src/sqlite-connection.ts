/** For who needs connections beside those of a `Database`. */
export { SqliteConnection } from '@trading-platform/sqlite-driver';
