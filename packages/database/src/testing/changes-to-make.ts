import { type DataSource, type EntityMetadata, type Table, TableCheck } from 'typeorm';

/** Returns the statements with which TypeORM would change the tables so that they match the entities. */
export async function changesToMake(dataSource: DataSource): Promise<string[]> {
  // SQLite has only one query runner, which the schema builder uses too.
  if (dataSource.options.type !== 'postgres') correctReading(dataSource);
  const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
  return upQueries.map(({ query }) => query);
}

/** In SQLite tables, TypeORM recognises checks and keys only in its own spelling. */
function correctReading(dataSource: DataSource): void {
  const runner = dataSource.createQueryRunner();
  const getTables = runner.getTables.bind(runner);
  runner.getTables = async (paths) => {
    const tables = await getTables(paths);
    for (const table of tables) {
      const [row] = (await runner.query('SELECT sql FROM sqlite_schema WHERE name = ?', [table.name])) as {
        sql: string;
      }[];
      const metadata = dataSource.entityMetadatas.find(({ tableName }) => tableName === table.name);
      correctTable(table, oneLine(row?.sql ?? ''), metadata);
    }
    return tables;
  };
}

function correctTable(table: Table, sql: string, metadata: EntityMetadata | undefined): void {
  for (const column of table.primaryColumns) {
    column.isNullable = false;
    column.isGenerated = sql.includes('AUTOINCREMENT');
  }
  for (const { name, expression } of metadata?.checks ?? []) {
    if (sql.includes(`CHECK (${oneLine(expression)})`)) table.checks.push(new TableCheck({ name, expression }));
  }
}

const oneLine = (sql: string) => sql.replace(/\s+/g, ' ');
