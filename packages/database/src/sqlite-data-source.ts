import type SqliteConnection from 'better-sqlite3';
import type { DataSource } from 'typeorm';
import type { Schema } from './database.js';
import { schemaOptions } from './migrations.js';

/** TypeORM on a connection that is open already. TypeORM is loaded only here: most processes never need it. */
export async function openSqliteDataSource(
  connection: SqliteConnection.Database,
  schemas: readonly Schema[],
): Promise<DataSource> {
  const { DataSource } = await import('typeorm');
  const dataSource = new DataSource({
    type: 'better-sqlite3',
    database: connection.name,
    // TypeORM calls it with `new`, to connect.
    driver: function connect() {
      return connection;
    },
    ...schemaOptions('sqlite', schemas),
  });
  return dataSource.initialize();
}
