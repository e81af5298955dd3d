import { openDatabase, parseDatabaseAddress, type Sql } from '@trading-platform/database';

/** The properties of a table on which programs rely. */
export interface TableContract {
  readonly columns: Readonly<Record<string, ColumnContract>>;
  /** The columns of the primary key, in their order. */
  readonly key: readonly string[];
  /** Unique indexes besides the primary key, as the database describes them. */
  readonly unique: readonly string[];
  readonly checks: readonly string[];
}

interface ColumnContract {
  readonly type: string;
  /** True if a row can be written only with a value for this column. */
  readonly isRequired: boolean;
}

/** The tables of one platform, by their names. */
export type SchemaContract = Readonly<Record<string, TableContract>>;

/** @param addresses of all its databases, for their owner */
export async function readSchemaContract(addresses: readonly string[]): Promise<SchemaContract> {
  const tables: [string, TableContract][] = [];
  for (const address of addresses) {
    const database = await openDatabase({ address, schemas: [] });
    try {
      const read = parseDatabaseAddress(address).dialect === 'postgres' ? postgresTables : sqliteTables;
      tables.push(...(await read(database)));
    } finally {
      await database.close();
    }
  }
  return Object.fromEntries(tables.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/**
 * Returns violations of the properties on which earlier programs rely. A table may only get additions that earlier
 * programs need not know (expand, then contract).
 */
export function breachesOf(former: SchemaContract, now: SchemaContract): readonly string[] {
  return Object.entries(former).flatMap(([name, table]) => {
    const found = now[name];
    return found === undefined
      ? [`${name} is gone`]
      : tableBreaches(table, found).map((breach) => `${name}: ${breach}`);
  });
}

function tableBreaches(former: TableContract, now: TableContract): string[] {
  const breaches = Object.entries(former.columns).flatMap(([name, column]) =>
    columnBreaches(name, column, now.columns[name]),
  );
  for (const [name, { isRequired }] of Object.entries(now.columns)) {
    if (isRequired && !(name in former.columns)) breaches.push(`${name} is new and must have a value`);
  }
  if (former.key.join() !== now.key.join()) breaches.push(`its key was ${former.key.join(', ')}`);
  for (const unique of now.unique) if (!former.unique.includes(unique)) breaches.push(`${unique} is new`);
  for (const check of now.checks) if (!former.checks.includes(check)) breaches.push(`${check} is new`);
  return breaches;
}

function columnBreaches(name: string, former: ColumnContract, now: ColumnContract | undefined): string[] {
  if (now === undefined) return [`${name} is gone`];
  return [
    ...(former.type === now.type ? [] : [`${name} was ${former.type} and is ${now.type}`]),
    ...(now.isRequired && !former.isRequired ? [`${name} must have a value now`] : []),
  ];
}

/** The table in which the database records its own migrations. */
const ofMigrations = 'schema_migration';

async function postgresTables(sql: Sql): Promise<[string, TableContract][]> {
  const tables = await sql.query<{ name: string; oid: number }>(
    `SELECT relname AS name, oid::bigint AS oid FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition AND relname <> $1`,
    [ofMigrations],
  );
  return eachTable(tables, async ({ oid }) => {
    const columns = await sql.query<{ name: string; type: string; is_required: boolean; place: number | null }>(
      `SELECT a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type,
         a.attnotnull AND NOT a.atthasdef AND a.attidentity = '' AS is_required,
         (SELECT array_position(i.indkey::int2[], a.attnum) - array_lower(i.indkey::int2[], 1) + 1 FROM pg_index i WHERE i.indrelid = a.attrelid AND i.indisprimary) AS place
       FROM pg_attribute a WHERE a.attrelid = $1 AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum`,
      [oid],
    );
    const unique = await sql.query<{ text: string }>(
      'SELECT pg_get_indexdef(indexrelid) AS text FROM pg_index WHERE indrelid = $1 AND indisunique AND NOT indisprimary ORDER BY 1',
      [oid],
    );
    const checks = await sql.query<{ text: string }>(
      `SELECT pg_get_constraintdef(oid) AS text FROM pg_constraint WHERE conrelid = $1 AND contype IN ('c', 'f', 'x') ORDER BY 1`,
      [oid],
    );
    return contractOf(columns, unique, checks);
  });
}

async function sqliteTables(sql: Sql): Promise<[string, TableContract][]> {
  const tables = await sql.query<{ name: string; text: string }>(
    `SELECT name, sql AS text FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> $1`,
    [ofMigrations],
  );
  return eachTable(tables, async ({ name, text }) => {
    const columns = await sql.query<{ name: string; type: string; is_required: number; place: number }>(
      `SELECT name, type, "notnull" = 1 AND dflt_value IS NULL AND NOT (pk = 1 AND type = 'INTEGER') AS is_required, pk AS place
       FROM pragma_table_info($1) ORDER BY cid`,
      [name],
    );
    const unique = await sql.query<{ text: string }>(
      `SELECT COALESCE(s.sql, (SELECT 'UNIQUE (' || group_concat(name, ', ') || ')' FROM pragma_index_info(i.name))) AS text
       FROM pragma_index_list($1) i LEFT JOIN sqlite_schema s ON s.name = i.name
       WHERE i."unique" = 1 AND i.origin <> 'pk' ORDER BY 1`,
      [name],
    );
    return contractOf(
      columns,
      unique,
      [...text.matchAll(/\bCHECK \((?:[^()]|\([^()]*\))*\)/g)].map(([check]) => ({ text: check })),
    );
  });
}

async function eachTable<Row extends { readonly name: string }>(
  rows: readonly Row[],
  read: (row: Row) => Promise<TableContract>,
): Promise<[string, TableContract][]> {
  const tables: [string, TableContract][] = [];
  for (const row of rows) tables.push([row.name, await read(row)]);
  return tables;
}

function contractOf(
  columns: readonly { name: string; type: string; is_required: boolean | number; place: number | null }[],
  unique: readonly { text: string }[],
  checks: readonly { text: string }[],
): TableContract {
  const key = columns.filter(({ place }) => (place ?? 0) > 0);
  return {
    columns: Object.fromEntries(
      columns.map(({ name, type, is_required }) => [name, { type, isRequired: Boolean(is_required) }]),
    ),
    key: key.toSorted((one, other) => (one.place ?? 0) - (other.place ?? 0)).map(({ name }) => name),
    unique: unique.map(({ text }) => oneLine(text)),
    checks: checks.map(({ text }) => oneLine(text)),
  };
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ');
