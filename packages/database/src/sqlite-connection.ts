/** For connections beside those of a `Database`. */
export { SqliteConnection } from '@trading-platform/sqlite-driver';
export { SqliteFile } from './sqlite-file.js';
