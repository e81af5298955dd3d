import { type Database, withDatabase } from '@trading-platform/database';
import { segmentSchema } from './batch-schema.js';

/**
 * Opens the file of the segments on SQLite, in order to change its tables. The bytes of segments are written and read by
 * `SqliteSegmentStore`.
 */
export function withSegmentTables<T>(path: string, work: (database: Database) => Promise<T>): Promise<T> {
  return withDatabase({ address: `sqlite:${path}`, schemas: [segmentSchema] }, work);
}
