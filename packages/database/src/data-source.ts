import { DataSource, type DataSourceOptions, type Logger } from 'typeorm';
import type { Schema } from './database.js';
import { migrationsTable } from './migrations.js';
import { type Dialect, ofDialect } from './per-dialect.js';
import { SnakeCaseNames } from './snake-case-names.js';

const ignore = () => undefined;

/** Nothing is logged here, because every failure is also thrown, and a package must not write to the console. */
const silent: Logger = {
  log: ignore,
  logMigration: ignore,
  logQuery: ignore,
  logQueryError: ignore,
  logQuerySlow: ignore,
  logSchemaBuild: ignore,
};

/** The column types of our entities that have a different name in one of the dialects. */
const typeNames: Readonly<Record<Dialect, Readonly<Record<string, string>>>> = {
  sqlite: { int8: 'integer' },
  postgres: { blob: 'bytea' },
};

/**
 * Opens TypeORM's `DataSource` on connections that are already open. TypeORM creates no tables, because only migrations may do
 * this.
 */
export async function openDataSource(
  dialect: Dialect,
  schemas: readonly Schema[],
  connections: DataSourceOptions,
): Promise<DataSource> {
  const dataSource = new DataSource({
    ...connections,
    entities: schemas.flatMap(({ entities }) => [...ofDialect(entities, dialect)]),
    migrations: schemas.flatMap(({ migrations }) => [...ofDialect(migrations, dialect)]),
    migrationsTableName: migrationsTable,
    namingStrategy: new SnakeCaseNames(),
    synchronize: false,
    logging: false,
    logger: silent,
  });
  const { driver } = dataSource;
  const normalizeType = driver.normalizeType.bind(driver);
  driver.normalizeType = (column) => {
    const type = normalizeType(column);
    return typeNames[dialect][type] ?? type;
  };
  return dataSource.initialize();
}
