import { createHash } from 'node:crypto';
import type { Database, Sql, SqlValue } from '@trading-platform/database';

/** Facts of a table that a copy needs. */
export interface CopiedTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** Rows are read in the order of these columns. */
  readonly key: readonly string[];
  /** The column with an auto-incremented number. */
  readonly counted: string | undefined;
}

/** The number of rows, and a digest of all rows in order. */
export interface TableDigest {
  readonly rows: number;
  readonly digest: string;
}

type Row = Readonly<Record<string, SqlValue>>;

const rowsPerChunk = 500;

/**
 * The tables of all schemas of an open database, sorted by name, because TypeORM's order depends on the loading of
 * modules.
 */
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
 * Copies the rows after the last row of the target, with one transaction for each chunk. A killed copy therefore
 * resumes by itself.
 *
 * @param onRows receives the number of copied rows after each chunk
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

/** Sets the next number of the column, so that no number is used twice, even if its row was deleted. */
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

/** Counts and digests all rows in the order of their keys. Equal rows have equal digests on both kinds of database. */
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

/** @param after the key of the last row that is already copied */
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

/** Type and length precede the value, so that different rows never have the same bytes. */
function encoded(value: SqlValue): Uint8Array {
  if (value === null) return Buffer.from('0;');
  if (value instanceof Uint8Array) return Buffer.concat([Buffer.from(`b${value.length}:`), value]);
  const bytes = Buffer.from(String(value));
  return Buffer.concat([Buffer.from(`${typeof value === 'string' ? 't' : 'n'}${bytes.length}:`), bytes]);
}
