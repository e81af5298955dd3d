import { statSync } from 'node:fs';
import { SqliteConnection } from '@trading-platform/sqlite-driver';
import { errorCodes } from './error-codes.js';

/**
 * The endings of a database's three files: the file itself, its log, and the index of the log. If one of the three files is
 * missing, a process creates a new file. Processes that use the old file then do not see the changes of a process that uses the
 * new file.
 */
const parts = ['', '-wal', '-shm'];
const lookEveryMs = 1_000;
const probeEveryMs = 10_000;
/** The minimum time between two checks of the file's content. */
const probesApartMs = 1_000;

/**
 * Watches the SQLite file of an open connection. If a file is deleted or replaced, the operating system lets a process
 * use the old file further, and everything that the process writes is lost. SQLite notices damage only in the parts
 * that it reads.
 */
export class SqliteFile {
  readonly #connection: SqliteConnection;
  /** The identity of each of the three files when it was first seen. */
  readonly #identities = new Map<string, string>();
  readonly #timer: NodeJS.Timeout;
  #gone: Error | undefined;
  /** The error remains until the process ends, because any data may have been read from a damaged file. */
  #damage: Error | undefined;
  #probedAt = Number.NEGATIVE_INFINITY;

  /** @param connection reads, is in WAL mode, and stays open while the file is watched */
  constructor(connection: SqliteConnection) {
    this.#connection = connection;
    // The log and its index exist after the first read.
    connection.pragma('schema_version');
    this.#findChanged();
    this.#timer = setInterval(() => this.#look(probeEveryMs), lookEveryMs).unref();
  }

  /** @throws Error `unavailable` while the file is known to be gone or damaged */
  refuseIfBroken(): void {
    const failure = this.#damage ?? this.#gone;
    if (failure !== undefined) throw failure;
  }

  /**
   * Checks the file now.
   *
   * @throws Error `unavailable` if it is gone or damaged
   */
  check(): void {
    this.#look(probesApartMs);
    this.refuseIfBroken();
  }

  /** Remembers an error if it says that the file is damaged. */
  note(error: unknown): void {
    if (this.#damage !== undefined || !isDamage(error)) return;
    this.#damage = this.#broken(`${this.#connection.name} is damaged`, error);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #look(probesEveryMs: number): void {
    if (!this.#connection.open) return;
    const changed = this.#findChanged();
    if (changed === undefined) {
      this.#gone = undefined;
      if (performance.now() >= this.#probedAt + probesEveryMs) this.#probe();
    } else if (this.#gone === undefined) {
      this.#gone = this.#broken(`${this.#connection.name}${changed} was deleted or replaced`);
    }
  }

  /** Returns the first file whose identity has changed. */
  #findChanged(): string | undefined {
    return parts.find((part) => {
      const identity = identityOf(this.#connection.name + part);
      const known = this.#identities.get(part) ?? identity;
      if (known !== undefined) this.#identities.set(part, known);
      return identity !== known;
    });
  }

  /** Reads the head of the file and the start of each table on a connection without a cache. */
  #probe(): void {
    this.#probedAt = performance.now();
    let fresh: SqliteConnection | undefined;
    try {
      fresh = new SqliteConnection(this.#connection.name, { readonly: true, fileMustExist: true, timeout: 0 });
      if (versionOf(fresh) !== versionOf(this.#connection) && versionOf(fresh) !== versionOf(this.#connection)) {
        throw Object.assign(new Error('the file has other tables'), { code: 'SQLITE_CORRUPT' });
      }
      const tables = fresh.prepare<[], { name: string }>(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0",
      );
      for (const { name } of tables.all()) fresh.prepare(`SELECT 1 FROM "${name}" NOT INDEXED LIMIT 1`).get();
    } catch (error) {
      this.note(error);
    } finally {
      fresh?.close();
    }
  }

  #broken(what: string, cause?: unknown): Error {
    const message =
      `The SQLite file ${what}: nothing is written any more. ` +
      'Stop the services that use it, put an undamaged file in its place, and start them again';
    process.emitWarning(message);
    return Object.assign(new Error(message, { cause }), { code: 'unavailable' });
  }
}

/** Returns the identity of a file, or undefined if the file cannot be found. */
function identityOf(path: string): string | undefined {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return undefined;
  }
}

/** Returns a version that changes with each migration, because another process may be running a migration now. */
function versionOf(connection: SqliteConnection): unknown {
  return connection.pragma('schema_version', { simple: true });
}

function isDamage(error: unknown): boolean {
  return errorCodes(error).some((code) => /^SQLITE_(CORRUPT|NOTADB)/.test(code));
}
