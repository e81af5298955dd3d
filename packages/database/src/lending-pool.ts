import type pg from 'pg';

type Connected = Parameters<Parameters<pg.Pool['connect']>[0]>;

/** pg's pool as TypeORM gets it: TypeORM connects to the pool, or to the connection that a unit of work has already. */
export class LendingPool {
  readonly #pool: pg.Pool;
  #lent: pg.PoolClient | undefined;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** Connects in `use` get this connection, until `use` first waits. The connection still belongs to its lender. */
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

  /** The pool ends with the database, not with TypeORM. */
  end(ended: () => void): void {
    ended();
  }
}
