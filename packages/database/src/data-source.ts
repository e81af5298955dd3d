import { DataSource, type DataSourceOptions, type Logger } from 'typeorm';
import type { Schema } from './database.js';
import { migrationsTable } from './migrations.js';
import { type Dialect, ofDialect } from './per-dialect.js';
import { SnakeCaseNames } from './snake-case-names.js';

const ignore = () => undefined;

/** Every failure is thrown as well; a package does not write to the console. */
const silent: Logger = {
  log: ignore,
  logMigration: ignore,
  logQuery: ignore,
  logQueryError: ignore,
  logQuerySlow: ignore,
  logSchemaBuild: ignore,
};

/** Column types of our entities with another name in a dialect. */
const typeNames: Readonly<Record<Dialect, Readonly<Record<string, string>>>> = {
  sqlite: { int8: 'integer' },
  postgres: { blob: 'bytea' },
};

/** TypeORM's `DataSource`, on open connections. Only migrations make tables. */
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
