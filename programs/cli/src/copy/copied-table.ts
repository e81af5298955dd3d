import { createHash } from 'node:crypto';
import type { Database, Sql, SqlValue } from '@trading-platform/database';

/** What must be known of a table to copy it. */
export interface CopiedTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** Its rows are read in the order of these columns. */
  readonly key: readonly string[];
  /** A column that the database counts up. */
  readonly counted: string | undefined;
}

/** How many rows there are, and the digest of all of them in order. */
export interface TableDigest {
  readonly rows: number;
  readonly digest: string;
}

type Row = Readonly<Record<string, SqlValue>>;

const rowsPerChunk = 500;

/** The tables of all schemas with which a database was opened, by name: TypeORM has them as modules happened to be loaded. */
export function tablesOf(database: Database): CopiedTable[] {
  return database.manager.dataSource.entityMetadatas
    .map((table) => ({
      name: table.tableName,
      columns: table.columns.map(({ databaseName }) => databaseName),
      key: table.primaryColumns.map(({ databaseName }) => databaseName),
      counted: table.columns.find(({ isGenerated }) => isGenerated)?.databaseName,
    }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/**
 * Copies the rows that are not there yet: those behind the last one of the target, a chunk in one transaction after the other.
 * A copy that was killed goes on where it was.
 *
 * @param onRows told how many rows have been copied, after each chunk
 */
export async function copyTable(
  source: Sql,
  target: Database,
  table: CopiedTable,
  onRows: (count: number) => void,
): Promise<void> {
  const [last] = await target.query<Row>(
    `SELECT ${table.key.join(', ')} FROM ${table.name} ORDER BY ${table.key.map((column) => `${column} DESC`).join(', ')} LIMIT 1`,
  );
  for await (const rows of chunksOf(source, table, last)) {
    await target.transaction((transaction) => insert(transaction, table, rows));
    onRows(rows.length);
  }
  if (table.counted !== undefined) await countOn(source, target, table.name, table.counted);
}

/** Numbers that were given once are never given again, also those of rows that are gone. */
async function countOn(source: Sql, target: Sql, name: string, column: string): Promise<void> {
  const [row] = await source.query<{ last: number | null }>(
    source.dialect === 'sqlite'
      ? `SELECT seq AS last FROM sqlite_sequence WHERE name = '${name}'`
      : `SELECT pg_sequence_last_value(pg_get_serial_sequence('${name}', '${column}')) AS last`,
  );
  if (row === undefined || row.last === null) return;
  if (target.dialect === 'postgres') {
    await target.query(`SELECT setval(pg_get_serial_sequence('${name}', '${column}'), $1)`, [row.last]);
    return;
  }
  await target.execute(`DELETE FROM sqlite_sequence WHERE name = '${name}'`);
  await target.execute(`INSERT INTO sqlite_sequence (name, seq) VALUES ('${name}', $1)`, [row.last]);
}

/** Counts and digests all rows in the order of their keys. The same rows have the same digest on either database. */
export async function digestTable(sql: Sql, table: CopiedTable): Promise<TableDigest> {
  const hash = createHash('sha256');
  let rows = 0;
  for await (const chunk of chunksOf(sql, table, undefined)) {
    for (const row of chunk) for (const column of table.columns) hash.update(encoded(row[column] ?? null));
    rows += chunk.length;
  }
  return { rows, digest: hash.digest('hex') };
}

async function insert(sql: Sql, { name, columns }: CopiedTable, rows: readonly Row[]): Promise<void> {
  const places = rows.map((_, row) => `(${columns.map((__, n) => `$${row * columns.length + n + 1}`).join(', ')})`);
  await sql.execute(
    `INSERT INTO ${name} (${columns.join(', ')}) VALUES ${places.join(', ')}`,
    rows.flatMap((row) => columns.map((column) => row[column] ?? null)),
  );
}

/** @param after the key behind which to begin */
async function* chunksOf(sql: Sql, table: CopiedTable, after: Row | undefined): AsyncGenerator<readonly Row[]> {
  const { name, columns, key } = table;
  const keys = key.join(', ');
  const behind = `WHERE (${keys}) > (${key.map((_, n) => `$${n + 1}`).join(', ')})`;
  for (let last = after; ; ) {
    const rows: Row[] = await sql.query<Row>(
      `SELECT ${columns.join(', ')} FROM ${name} ${last === undefined ? '' : behind} ORDER BY ${keys} LIMIT ${rowsPerChunk}`,
      last === undefined ? [] : key.map((column) => last?.[column] ?? null),
    );
    if (rows.length > 0) yield rows;
    if (rows.length < rowsPerChunk) return;
    last = rows.at(-1);
  }
}

/** With its kind and its length, so that no two rows are the same bytes. */
function encoded(value: SqlValue): Uint8Array {
  if (value === null) return Buffer.from('0;');
  if (value instanceof Uint8Array) return Buffer.concat([Buffer.from(`b${value.length}:`), value]);
  const bytes = Buffer.from(String(value));
  return Buffer.concat([Buffer.from(`${typeof value === 'string' ? 't' : 'n'}${bytes.length}:`), bytes]);
}
