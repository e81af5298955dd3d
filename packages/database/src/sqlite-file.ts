import { statSync } from 'node:fs';
import { SqliteConnection } from '@trading-platform/sqlite-driver';
import { errorCodes } from './error-codes.js';

/** The file, its log and the log's index. Who opens the file and finds one of them gone makes a new one, apart from those who have the old one. */
const parts = ['', '-wal', '-shm'];
const lookEveryMs = 1_000;
const probeEveryMs = 10_000;
/** However often somebody asks. */
const probesApartMs = 1_000;

/**
 * Watches the SQLite file that a connection has open. The system lets a process go on with a file that was deleted or replaced, and
 * nothing written there is ever found again. SQLite notices damage only where it reads.
 */
export class SqliteFile {
  readonly #connection: SqliteConnection;
  /** Of each part the first that was seen. */
  readonly #identities = new Map<string, string>();
  readonly #timer: NodeJS.Timeout;
  #gone: Error | undefined;
  /** Stays until the process ends: what was read from a damaged file may be anything. */
  #damage: Error | undefined;
  #probedAt = Number.NEGATIVE_INFINITY;

  /** @param connection reads, is in WAL mode, and is open for as long as the file is watched */
  constructor(connection: SqliteConnection) {
    this.#connection = connection;
    // The log and its index are there once something was read.
    connection.pragma('schema_version');
    this.#findChanged();
    this.#timer = setInterval(() => this.#look(probeEveryMs), lookEveryMs).unref();
  }

  /** @throws Error `unavailable` while the file is known to be gone or damaged */
  refuseIfBroken(): void {
    const failure = this.#damage ?? this.#gone;
    if (failure !== undefined) throw failure;
  }

  /** @throws Error `unavailable` when the file is gone or damaged; looks now */
  check(): void {
    this.#look(probesApartMs);
    this.refuseIfBroken();
  }

  /** Takes note of an error that says that the file is damaged. */
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

  /** The first part that is no longer what was seen first. */
  #findChanged(): string | undefined {
    return parts.find((part) => {
      const identity = identityOf(this.#connection.name + part);
      const known = this.#identities.get(part) ?? identity;
      if (known !== undefined) this.#identities.set(part, known);
      return identity !== known;
    });
  }

  /** Reads the head of the file and the begin of each table on a connection that has nothing in memory. */
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
      'Stop the services that use it, put a sound file in its place, and start them again';
    process.emitWarning(message);
    return Object.assign(new Error(message, { cause }), { code: 'unavailable' });
  }
}

/** Tells a file from all others; nothing where it cannot be seen. */
function identityOf(path: string): string | undefined {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return undefined;
  }
}

/** Changes with each migration; another process may just run one. */
function versionOf(connection: SqliteConnection): unknown {
  return connection.pragma('schema_version', { simple: true });
}

function isDamage(error: unknown): boolean {
  return errorCodes(error).some((code) => /^SQLITE_(CORRUPT|NOTADB)/.test(code));
}
