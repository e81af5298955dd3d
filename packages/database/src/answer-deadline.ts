import type { Socket } from 'node:net';
import type pg from 'pg';

/**
 * A connection waits for an answer for 1.5 times PostgreSQL's time limit for a statement, and for at least one second longer than
 * this limit.
 */
const timesStatementTimeout = 1.5;
const longerAtLeastMs = 1_000;
/** The time to wait for the answer to a statement that has no time limit, such as a statement that reads a batch. */
const patientMs = 600_000;

/**
 * Returns the maximum time for which a connection may be silent, if PostgreSQL limits the duration of statements.
 *
 * @param statementTimeoutMs 0 for no limit
 */
export function answerWithinMs(statementTimeoutMs: number): number {
  if (statementTimeoutMs === 0) return Number.POSITIVE_INFINITY;
  return Math.max(statementTimeoutMs * timesStatementTimeout, statementTimeoutMs + longerAtLeastMs);
}

const known = new WeakMap<pg.ClientBase, AnswerDeadline>();

/**
 * Closes a connection on which no answer arrives. If a server disappears, or a network drops packets, connections are not closed.
 * Callers would wait for a quarter of an hour until TCP gives up, or for ever if a machine in between still acknowledges the
 * packets. The running statement then fails in the same way as when the server is killed.
 */
export class AnswerDeadline {
  readonly #client: pg.Client;
  readonly #usualMs: number;
  #ms: number;
  #timer: NodeJS.Timeout | undefined;

  /** @param client its statements are watched from now on; a stream is watched between `begin` and `end` */
  constructor(client: pg.Client, usualMs: number) {
    this.#client = client;
    this.#usualMs = usualMs;
    this.#ms = usualMs;
    known.set(client, this);
    // The event `drain` occurs when every statement has been answered.
    client.on('drain', () => this.end());
    client.on('end', () => this.end());
    // The statement that is running has already been counted.
    client.on('error', () => undefined);
  }

  /** Returns the deadline of a connection, or undefined if it has none. */
  static of(client: pg.ClientBase): AnswerDeadline | undefined {
    return known.get(client);
  }

  /** Begins to wait for an answer. If waiting has already begun, the time of the first call counts. */
  begin(): void {
    if (this.#timer === undefined) this.#start();
  }

  /** Begins to wait for the end of the connection, if the connection has been opened. */
  beginEnd(): void {
    if (!this.#socket.pending) this.begin();
  }

  /** Stops waiting for an answer. */
  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Extends the limit for statements that have no limit on the server. */
  bePatient(ms = patientMs): void {
    this.#allow(ms);
  }

  /** Sets the usual time limit again, also for the running statement. */
  bePatientNoMore(): void {
    this.#allow(this.#usualMs);
  }

  #allow(ms: number): void {
    this.#ms = ms;
    if (this.#timer !== undefined) this.#start();
  }

  #start(): void {
    this.end();
    if (this.#ms === Number.POSITIVE_INFINITY) return;
    const { bytesRead } = this.#socket;
    this.#timer = setTimeout(() => this.#cutIfSilent(bytesRead), this.#ms).unref();
  }

  /**
   * If this process itself was delayed, the answer may already have arrived, and is then read before the next turn of the event
   * loop.
   */
  #cutIfSilent(bytesRead: number): void {
    const timer = this.#timer;
    setImmediate(() => {
      if (timer !== this.#timer) return;
      if (this.#socket.bytesRead !== bytesRead) return this.#start();
      const error = new Error(`PostgreSQL has not answered for ${this.#ms / 1_000} seconds`);
      // The client, if it still exists, receives the same error, so this listener ignores the error.
      this.#socket.on('error', () => undefined).destroy(Object.assign(error, { code: 'ETIMEDOUT' }));
    });
  }

  get #socket(): Socket {
    return this.#client.connection.stream as Socket;
  }
}

/** Returns a subclass of pg's client that has a deadline for answers. */
export function clientWithDeadline(Client: typeof pg.Client, usualMs: number): typeof pg.Client {
  return class ClientWithDeadline extends Client {
    readonly #deadline: AnswerDeadline;

    constructor(config?: string | pg.ClientConfig) {
      super(config);
      this.#deadline = new AnswerDeadline(this, usualMs);
    }

    override query(...parts: never[]): never {
      if (!isStream(parts[0])) this.#deadline.begin();
      // oxlint-disable-next-line typescript/unbound-method -- called with its object
      const query = super.query as (this: pg.Client, ...parts: never[]) => never;
      return query.apply(this, parts);
    }

    /** The end of the connection counts as an answer too. */
    override end(...parts: never[]): never {
      this.#deadline.beginEnd();
      // oxlint-disable-next-line typescript/unbound-method -- called with its object
      const end = super.end as (this: pg.Client, ...parts: never[]) => never;
      return end.apply(this, parts);
    }
  };
}

function isStream(statement: unknown): boolean {
  return typeof statement === 'object' && statement !== null && 'submit' in statement;
}
