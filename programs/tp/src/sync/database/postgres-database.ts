import { decimalDigits } from '@trading-platform/domain-types/tables';
import { CliError, oneLine } from '@trading-platform/terminal';
import type { Client } from 'pg';
import { JsonList } from './json-list.js';
import {
  type Cell,
  conflictClause,
  type MirrorDatabase,
  quoted,
  type RecordRows,
  type RecordRowsTable,
  RefusedRow,
  type WrittenTable,
} from './mirror-database.js';

const driverPackage = 'pg';
const connectTimeoutMs = 15_000;
const lockTimeoutMs = 5000;
const lockNotAvailable = '55P03';

/** Rows are sent in batches of this size, because each statement costs a round trip. */
const bytesAtOnce = 131_072;

interface WaitingRows {
  readonly keys: JsonList;
  /** One list for each table. */
  readonly rows: readonly JsonList[];
}

/** A statement that the server parses once for each connection. */
interface Prepared {
  readonly name: string;
  readonly text: string;
}

/** @throws CliError `usage` with the package to install */
async function loadDriver(): Promise<typeof import('pg')> {
  try {
    return await import('pg');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    const message = `A copy in PostgreSQL needs the package ${driverPackage}: npm install ${driverPackage} beside tp (with -g where tp is global)`;
    throw new CliError('usage', message, { cause });
  }
}

/** A PostgreSQL database. Copies are in the first schema of its search path. */
export class PostgresDatabase implements MirrorDatabase {
  readonly types = {
    text: 'text',
    integer: 'bigint',
    decimal: `numeric(${decimalDigits.precision},${decimalDigits.scale})`,
    date: 'date',
    timestamp: 'timestamptz',
  } as const;
  readonly home = 'schema';
  readonly #client: Client;
  readonly #insertions = new WeakMap<WrittenTable, Prepared>();
  readonly #name: string;

  private constructor(client: Client, name: string) {
    this.#client = client;
    this.#name = name;
  }

  /**
   * @param address has no password, which `PGPASSWORD` or `~/.pgpass` provides
   * @throws CliError if the database cannot be reached, or another process writes the copy
   */
  static async open(address: string): Promise<PostgresDatabase> {
    const { default: pg } = await loadDriver();
    const client = new pg.Client({
      connectionString: address,
      application_name: 'tp sync',
      connectionTimeoutMillis: connectTimeoutMs,
      keepAlive: true,
    });
    // The next statement reports a broken connection.
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

  /**
   * PostgreSQL releases the lock when the connection ends, whatever the reason is. The session of a killed process can
   * outlive the process for a moment, so this method waits for its end.
   */
  async #lock(): Promise<void> {
    try {
      await this.transaction(async () => {
        await this.execute(`SET LOCAL lock_timeout = ${lockTimeoutMs}`);
        await this.execute(`SELECT pg_advisory_lock(hashtextextended('tp sync ' || current_schema(), 0))`);
      });
    } catch (error) {
      if (!(error instanceof CliError && hasCode(error.cause, lockNotAvailable))) throw error;
      throw new CliError('refused', `Another process writes the copy in ${this.#name} now`);
    }
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

  async writeRow(table: WrittenTable, row: readonly Cell[]): Promise<void> {
    await this.#run(this.#insertion(table), [JSON.stringify([row])]);
  }

  async writeRecords(tables: readonly RecordRowsTable[], records: Iterable<RecordRows>): Promise<void> {
    const waiting = { keys: new JsonList(), rows: tables.map(() => new JsonList()) };
    const send = async () => {
      await this.#writeWaiting(tables, waiting);
      for (const list of [waiting.keys, ...waiting.rows]) list.clear();
    };
    for (const { key, rows } of records) {
      waiting.keys.add(key);
      for (const [index, list] of waiting.rows.entries()) for (const row of rows[index] ?? []) list.add(row);
      if (waiting.rows.reduce((bytes, { length }) => bytes + length, 0) >= bytesAtOnce) await send();
    }
    if (!waiting.keys.isEmpty) await send();
  }

  async #writeWaiting(tables: readonly RecordRowsTable[], { keys, rows }: WaitingRows): Promise<void> {
    for (const [index, { written, recordKey, isHeader }] of tables.entries()) {
      if (!isHeader) await this.#run(deletionOf(written.name, recordKey), [keys.value()]);
      const list = rows[index];
      if (list?.isEmpty === false) await this.#run(this.#insertion(written), [list.value()]);
    }
  }

  async deleteKeys(table: string, columns: readonly string[], keys: readonly (readonly string[])[]): Promise<number> {
    if (keys.length === 0) return 0;
    return (await this.#run(deletionOf(table, columns), [JSON.stringify(keys)])).rowCount ?? 0;
  }

  async deleteOthers(table: string, column: string, value: number): Promise<number> {
    const sql = `DELETE FROM ${quoted(table)} WHERE ${quoted(column)} <> $1`;
    return (await this.#run(sql, [value])).rowCount ?? 0;
  }

  async close(): Promise<void> {
    await this.#client.end().catch(() => undefined);
  }

  /**
   * All rows are one parameter, which the database splits. The statement is prepared only once, because some tables
   * have more than a hundred columns.
   */
  #insertion(table: WrittenTable): Prepared {
    const { name, columns } = table;
    const known = this.#insertions.get(table);
    if (known !== undefined) return known;
    const names = columns.map((column) => quoted(column.name)).join(', ');
    const values = columns.map(({ type }, index) => `(r.cells ->> ${index})::${this.types[type]}`).join(', ');
    const text = `INSERT INTO ${quoted(name)} (${names})
      SELECT ${values} FROM jsonb_array_elements($1::jsonb) AS r (cells) ${conflictClause(table)}`;
    const prepared = { name: `insert into ${name}`, text };
    this.#insertions.set(table, prepared);
    return prepared;
  }

  async #run(statement: string | Prepared, values: readonly (Cell | Uint8Array)[]) {
    try {
      const prepared = typeof statement === 'string' ? { text: statement } : statement;
      return await this.#client.query({ ...prepared, values: [...values] });
    } catch (error) {
      throw unusable(this.#name, error);
    }
  }
}

/**
 * This statement is not prepared, because the server would keep the plan that it made for an empty table while the
 * table grows.
 */
function deletionOf(table: string, columns: readonly string[]): string {
  const same = columns.map((column, index) => `t.${quoted(column)} = k.key ->> ${index}`).join(' AND ');
  return `DELETE FROM ${quoted(table)} t USING jsonb_array_elements($1::jsonb) AS k (key) WHERE ${same}`;
}

function hasCode(error: unknown, code: string): boolean {
  return (error as { code?: unknown } | undefined)?.code === code;
}

function unusable(name: string, error: unknown): unknown {
  if (error instanceof CliError || !(error instanceof Error)) return error;
  const message = `${name}: ${oneLine(error.message || error.name)}`;
  const isOfRow = rowErrors.test((error as { code?: string }).code ?? '');
  return isOfRow ? new RefusedRow(message, { cause: error }) : new CliError('refused', message, { cause: error });
}

/** SQLSTATE classes of data exceptions, violated constraints, and limits of a row. */
const rowErrors = /^(?:22|23|54)/;
