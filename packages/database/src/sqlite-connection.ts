/** This class is exported for connections that do not belong to a `Database`. */
export { SqliteConnection } from '@trading-platform/sqlite-driver';
export { SqliteFile } from './sqlite-file.js';
