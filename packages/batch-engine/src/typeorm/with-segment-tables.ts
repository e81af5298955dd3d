import { type Database, openDatabase } from '@trading-platform/database';
import { segmentSchema } from './batch-schema.js';

/** Opens the file of the segments on SQLite for work on its tables. Their bytes go through `SqliteSegmentStore`. */
export async function withSegmentTables<T>(path: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase({ address: `sqlite:${path}`, schemas: [segmentSchema] });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
