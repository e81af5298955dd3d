import { CliError, oneLine } from '@trading-platform/terminal';
import type { Client } from 'pg';
import { type Cell, type MirrorDatabase, quoted, type WrittenTable } from './mirror-database.js';

const driverPackage = 'pg';
const connectTimeoutMs = 15_000;

/** @throws CliError `usage`, saying what to install */
async function loadDriver(): Promise<typeof import('pg')> {
  try {
    return await import('pg');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    const message = `A copy in PostgreSQL needs the package ${driverPackage}: npm install ${driverPackage} beside tp (with -g where tp is global)`;
    throw new CliError('usage', message, { cause });
  }
}

/** A PostgreSQL, in the first schema of its search path. */
export class PostgresDatabase implements MirrorDatabase {
  readonly types = {
    text: 'text',
    integer: 'bigint',
    decimal: 'numeric(18,4)',
    date: 'date',
    timestamp: 'timestamptz',
  } as const;
  readonly home = 'schema';
  /** Each statement is a way there and back. */
  readonly recordsAtOnce = 100;
  readonly #client: Client;
  readonly #name: string;

  private constructor(client: Client, name: string) {
    this.#client = client;
    this.#name = name;
  }

  /**
   * @param address without a password, which `PGPASSWORD` or `~/.pgpass` has
   * @throws CliError if it cannot be reached, or another process writes the copy
   */
  static async open(address: string): Promise<PostgresDatabase> {
    const { default: pg } = await loadDriver();
    const client = new pg.Client({
      connectionString: address,
      application_name: 'tp sync',
      connectionTimeoutMillis: connectTimeoutMs,
      keepAlive: true,
    });
    // Whatever breaks the connection shows with the next statement.
    client.on('error', () => undefined);
    const database = new PostgresDatabase(client, address);
    try {
      await client.connect();
      await database.#lock();
      return database;
    } catch (error) {
      await client.end().catch(() => undefined);
      throw unusable(address, error);
    }
  }

  /** Held until the connection ends, however that is. */
  async #lock(): Promise<void> {
    const sql = `SELECT pg_try_advisory_lock(hashtextextended('tp sync ' || current_schema(), 0)) AS is_ours`;
    const [row] = await this.query(sql, []);
    if (row?.['is_ours'] !== true)
      throw new CliError('refused', `Another process writes the copy in ${this.#name} now`);
  }

  async tableNames(): Promise<readonly string[]> {
    const sql = `SELECT relname AS name FROM pg_class
      WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'f', 'v', 'm') ORDER BY relname`;
    return (await this.query(sql, [])).map(({ name }) => String(name));
  }

  async hasColumn(table: string, column: string): Promise<boolean> {
    const sql = `SELECT 1 FROM information_schema.columns
      WHERE table_schema = current_schema() AND table_name = ?1 AND column_name = ?2`;
    return (await this.query(sql, [table, column])).length > 0;
  }

  async hasTable(table: string): Promise<boolean> {
    const sql = 'SELECT 1 FROM pg_class WHERE relname = ?1 AND relnamespace = current_schema()::regnamespace';
    return (await this.query(sql, [table])).length > 0;
  }

  async execute(sql: string): Promise<void> {
    await this.#run(sql, []);
  }

  async query(sql: string, values: readonly Cell[]): Promise<readonly Readonly<Record<string, unknown>>[]> {
    return (await this.#run(sql.replace(/\?(\d+)/g, '$$$1'), values)).rows as Readonly<Record<string, unknown>>[];
  }

  async transaction<T>(work: () => Promise<T>): Promise<T> {
    await this.execute('BEGIN');
    try {
      const result = await work();
      await this.execute('COMMIT');
      return result;
    } catch (error) {
      await this.execute('ROLLBACK').catch(() => undefined);
      throw error;
    }
  }

  async write({ name, columns, primaryKey }: WrittenTable, rows: readonly (readonly Cell[])[]): Promise<void> {
    if (rows.length === 0) return;
    const names = columns.map(quoted).join(', ');
    const others = columns.filter((column) => !primaryKey.includes(column));
    const changes = others.map((column) => `${quoted(column)} = excluded.${quoted(column)}`).join(', ');
    const sql = `INSERT INTO ${quoted(name)} (${names})
      SELECT ${names} FROM json_populate_recordset(NULL::${quoted(name)}, $1::json)
      ON CONFLICT (${primaryKey.map(quoted).join(', ')}) DO ${changes === '' ? 'NOTHING' : `UPDATE SET ${changes}`}`;
    await this.#run(sql, [objectsOf(columns, rows)]);
  }

  async deleteKeys(table: string, columns: readonly string[], keys: readonly (readonly string[])[]): Promise<number> {
    if (keys.length === 0) return 0;
    const same = columns.map((column) => `t.${quoted(column)} = k.${quoted(column)}`).join(' AND ');
    const sql = `DELETE FROM ${quoted(table)} t
      USING json_populate_recordset(NULL::${quoted(table)}, $1::json) k WHERE ${same}`;
    return (await this.#run(sql, [objectsOf(columns, keys)])).rowCount ?? 0;
  }

  async deleteOthers(table: string, column: string, value: number): Promise<number> {
    const sql = `DELETE FROM ${quoted(table)} WHERE ${quoted(column)} <> $1`;
    return (await this.#run(sql, [value])).rowCount ?? 0;
  }

  async close(): Promise<void> {
    await this.#client.end().catch(() => undefined);
  }

  async #run(sql: string, values: readonly Cell[]) {
    try {
      return await this.#client.query(sql, [...values]);
    } catch (error) {
      throw unusable(this.#name, error);
    }
  }
}

/** All rows as one value, which the database takes apart by the types of its table. */
function objectsOf(columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return JSON.stringify(rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index]]))));
}

function unusable(name: string, error: unknown): unknown {
  if (error instanceof CliError || !(error instanceof Error)) return error;
  return new CliError('refused', `${name}: ${oneLine(error.message || error.name)}`, { cause: error });
}
