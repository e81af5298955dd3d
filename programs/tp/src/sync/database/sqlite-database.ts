import type { FileLock } from '@trading-platform/files';
import { CliError, fileError } from '@trading-platform/terminal';
import { lockTarget } from '../../files/held.js';
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

type SqliteModule = typeof import('node:sqlite');
type Connection = InstanceType<SqliteModule['DatabaseSync']>;
type Statement = ReturnType<Connection['prepare']>;

const busyTimeoutMs = 10_000;

/**
 * Loads Node's own SQLite and suppresses its warning that it is experimental.
 *
 * @throws CliError `usage` if this version of Node has none
 */
async function loadSqlite(): Promise<SqliteModule> {
  const warn = process.emitWarning.bind(process);
  process.emitWarning = () => undefined;
  try {
    return await import('node:sqlite');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_UNKNOWN_BUILTIN_MODULE') throw cause;
    const message = `A copy in SQLite needs node:sqlite, which Node 22.13 and newer have; this is Node ${process.versions.node}`;
    throw new CliError('usage', message, { cause });
  } finally {
    process.emitWarning = warn;
  }
}

/** An SQLite file. Readers do not wait, and see committed data. */
export class SqliteDatabase implements MirrorDatabase {
  readonly types = {
    text: 'TEXT',
    integer: 'INTEGER',
    decimal: 'NUMERIC',
    date: 'TEXT',
    timestamp: 'TEXT',
  } as const;
  readonly home = 'file';
  readonly #connection: Connection;
  readonly #lock: FileLock;
  readonly #statements = new Map<string, Statement>();
  readonly #insertions = new WeakMap<WrittenTable, Statement>();
  readonly #name: string;

  private constructor(connection: Connection, lock: FileLock, name: string) {
    this.#connection = connection;
    this.#lock = lock;
    this.#name = name;
  }

  /**
   * @param path absolute
   * @param name the name that the user typed
   * @throws CliError if the folder does not exist, the file is not an SQLite file, or another process writes it
   */
  static async open(path: string, name: string): Promise<SqliteDatabase> {
    const { DatabaseSync } = await loadSqlite();
    const lock = await lockTarget(path, name);
    try {
      const connection = new DatabaseSync(path);
      const database = new SqliteDatabase(connection, lock, name);
      // If the file is not an SQLite file, the first statement that reads it fails.
      database.#run(() =>
        connection.exec(
          `PRAGMA busy_timeout = ${busyTimeoutMs}; PRAGMA foreign_keys = ON; SELECT name FROM sqlite_master LIMIT 1`,
        ),
      );
      return database;
    } catch (error) {
      await lock.release();
      throw unusable(name, error);
    }
  }

  async tableNames(): Promise<readonly string[]> {
    const sql = `SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`;
    return (await this.query(sql, [])).map(({ name }) => String(name));
  }

  async hasColumn(table: string, column: string): Promise<boolean> {
    return (await this.query('SELECT 1 FROM pragma_table_info(?1) WHERE name = ?2', [table, column])).length > 0;
  }

  async hasTable(table: string): Promise<boolean> {
    return (await this.query('SELECT 1 FROM sqlite_master WHERE name = ?1', [table])).length > 0;
  }

  async execute(sql: string): Promise<void> {
    this.#run(() => this.#connection.exec(sql));
  }

  async query(sql: string, values: readonly Cell[]): Promise<readonly Readonly<Record<string, unknown>>[]> {
    return this.#run(() => this.#prepared(sql).all(...values));
  }

  async transaction<T>(work: () => Promise<T>): Promise<T> {
    // Reading while another process writes needs the write-ahead log, which is switched on with the first change.
    await this.execute('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; BEGIN IMMEDIATE');
    try {
      // While this process was asleep, another process may have taken over the copy.
      await this.#lock.check();
      const result = await work();
      await this.#lock.check();
      await this.execute('COMMIT');
      return result;
    } catch (error) {
      if (this.#connection.isTransaction) this.#connection.exec('ROLLBACK');
      throw fileError(this.#name, error);
    }
  }

  async writeRow(table: WrittenTable, row: readonly Cell[]): Promise<void> {
    this.#run(() => this.#insertion(table).run(...row));
  }

  async writeRecords(tables: readonly RecordRowsTable[], records: Iterable<RecordRows>): Promise<void> {
    const statements = tables.map((table) => this.#statementsOf(table));
    this.#run(() => {
      for (const { key, rows } of records) {
        let isNew = false;
        for (const [index, { addition, replacement, deletion }] of statements.entries()) {
          const own = rows[index] ?? [];
          if (addition !== undefined) {
            isNew = own.every((row) => Number(addition.run(...row).changes) > 0);
            if (isNew) continue;
          }
          if (!isNew) deletion?.run(...key);
          for (const row of own) replacement.run(...row);
        }
      }
    });
  }

  /** A new record has no rows in the tables of its lists, so a header that can be added saves their deletion. */
  #statementsOf({ written, recordKey, isHeader }: RecordRowsTable) {
    return {
      addition: isHeader ? this.#prepared(`${insertionOf(written)} ON CONFLICT DO NOTHING`) : undefined,
      replacement: this.#insertion(written),
      deletion: isHeader ? undefined : this.#deletion(written.name, recordKey),
    };
  }

  async deleteKeys(table: string, columns: readonly string[], keys: readonly (readonly string[])[]): Promise<number> {
    return this.#run(() => {
      const statement = this.#deletion(table, columns);
      return keys.reduce((deleted, key) => deleted + Number(statement.run(...key).changes), 0);
    });
  }

  async deleteOthers(table: string, column: string, value: number): Promise<number> {
    const sql = `DELETE FROM ${quoted(table)} WHERE ${quoted(column)} <> ?1`;
    return this.#run(() => Number(this.#prepared(sql).run(value).changes));
  }

  async close(): Promise<void> {
    try {
      this.#connection.close();
    } finally {
      await this.#lock.release();
    }
  }

  #insertion(table: WrittenTable): Statement {
    const statement =
      this.#insertions.get(table) ?? this.#connection.prepare(`${insertionOf(table)} ${conflictClause(table)}`);
    this.#insertions.set(table, statement);
    return statement;
  }

  #deletion(table: string, columns: readonly string[]): Statement {
    const where = columns.map((column, index) => `${quoted(column)} = ?${index + 1}`).join(' AND ');
    return this.#prepared(`DELETE FROM ${quoted(table)} WHERE ${where}`);
  }

  /**
   * There are a few statements for each table. If each statement were prepared again each time, the memory would not be
   * freed before the next garbage collection.
   */
  #prepared(sql: string): Statement {
    const statement = this.#statements.get(sql) ?? this.#connection.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #run<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw unusable(this.#name, error);
    }
  }
}

/** The placeholders have no numbers: Node would search all numbered ones for each value that it binds. */
function insertionOf(table: WrittenTable): string {
  const names = table.columns.map(({ name }) => quoted(name)).join(', ');
  const values = table.columns.map(() => '?').join(', ');
  return `INSERT INTO ${quoted(table.name)} (${names}) VALUES (${values})`;
}

/** Primary result codes of SQLite for a refused row: too big, constraint, mismatch. */
const rowErrors: readonly number[] = [18, 19, 20];
/** The lower byte of an SQLite code is its kind; the rest is the detail. */
const primaryCode = 0xff;
const advices: Readonly<Record<number, string>> = {
  5: 'end the program that writes it, and try again',
  8: 'make it writable, or use another place',
  10: 'check the disk, or use another one',
  11: 'remove it, and tp sync makes a new copy',
  13: 'make room, or use another disk',
  14: 'check the name and who may write there',
  26: 'name another file',
};

function unusable(name: string, error: unknown): unknown {
  const { code, message, errcode = 0 } = error as NodeJS.ErrnoException & { errcode?: number };
  if (code !== 'ERR_SQLITE_ERROR') return error;
  const primary = errcode & primaryCode;
  const advice = advices[primary];
  const text = `${name}: ${message}${advice === undefined ? '' : `: ${advice}`}`;
  return rowErrors.includes(primary)
    ? new RefusedRow(text, { cause: error })
    : new CliError('refused', text, { cause: error });
}
