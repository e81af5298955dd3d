import { type FSWatcher, watch } from 'node:fs';
import type { Listening } from './database.js';
import type { SqliteConnection } from './sqlite-connection.js';

/** The time after which a commit is noticed if the operating system does not report writes. */
const lookEveryMs = 250;
/** The operating system reports a write before its commit, so the file is checked several times at growing intervals. */
const gapMs = { first: 2, longest: 64 };

/**
 * Notices commits of other connections to a file, from this process or from other processes. The operating system reports writes
 * to the file's log, so watching an idle file costs almost nothing. The version of the file shows whether there was a commit.
 */
export class SqliteListening implements Listening {
  readonly #connection: SqliteConnection;
  readonly #changed: () => void;
  readonly #timer: NodeJS.Timeout;
  readonly #watcher: FSWatcher | undefined;
  #version: unknown;
  #soon: NodeJS.Timeout | undefined;
  #soonAt = 0;
  #gapMs: number = gapMs.first;

  constructor(connection: SqliteConnection, changed: () => void) {
    this.#connection = connection;
    this.#changed = changed;
    this.#version = this.#readVersion();
    this.#watcher = this.#watchLog();
    this.#timer = setInterval(() => this.#look(), lookEveryMs).unref();
  }

  async stop(): Promise<void> {
    this.#gapMs = Number.POSITIVE_INFINITY;
    this.#watcher?.close();
    clearInterval(this.#timer);
    clearTimeout(this.#soon);
  }

  /**
   * The log exists as long as this process has the file open. If the operating system cannot watch the log, the file is checked
   * only by the timer.
   */
  #watchLog(): FSWatcher | undefined {
    try {
      const watcher = watch(`${this.#connection.name}-wal`, { persistent: false }, () => this.#expectCommit());
      return watcher.on('error', () => watcher.close());
    } catch {
      return undefined;
    }
  }

  #expectCommit(): void {
    this.#gapMs = gapMs.first;
    if (this.#soon === undefined || this.#soonAt > performance.now() + this.#gapMs) this.#lookSoon();
  }

  #lookSoon(): void {
    clearTimeout(this.#soon);
    this.#soonAt = performance.now() + this.#gapMs;
    this.#soon = setTimeout(() => {
      this.#soon = undefined;
      this.#look();
      this.#gapMs *= 2;
      if (this.#gapMs <= gapMs.longest) this.#lookSoon();
    }, this.#gapMs).unref();
  }

  #look(): void {
    if (!this.#connection.open) return;
    let version: unknown;
    try {
      version = this.#readVersion();
    } catch {
      // If the file is damaged, the next read or write fails, so the error is ignored here.
      return;
    }
    if (version === this.#version) return;
    this.#version = version;
    this.#changed();
  }

  /** Returns a version that changes with each commit of another connection. */
  #readVersion(): unknown {
    return this.#connection.pragma('data_version', { simple: true });
  }
}
