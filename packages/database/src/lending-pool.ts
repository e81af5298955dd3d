import type pg from 'pg';

type Connected = Parameters<Parameters<pg.Pool['connect']>[0]>;

/**
 * The pool of pg, in the form that TypeORM expects. TypeORM connects either to the pool, or to the connection that a unit of work
 * already uses.
 */
export class LendingPool {
  readonly #pool: pg.Pool;
  #lent: pg.PoolClient | undefined;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /**
   * Until `use` returns, TypeORM gets this connection whenever it asks for a connection. If `use` is asynchronous, it
   * returns when it waits for the first time. The caller still owns the connection after the call.
   */
  lend<T>(client: pg.PoolClient, use: () => T): T {
    this.#lent = client;
    try {
      return use();
    } finally {
      this.#lent = undefined;
    }
  }

  connect(connected: (...result: Connected) => void): void {
    if (this.#lent === undefined) this.#pool.connect(connected);
    else connected(undefined, this.#lent, () => undefined);
  }

  on(event: 'error', listener: (error: Error) => void): void {
    this.#pool.on(event, listener);
  }

  /** The pool is closed together with the database, and not by TypeORM. */
  end(ended: () => void): void {
    ended();
  }
}
