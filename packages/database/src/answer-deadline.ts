import type { Socket } from 'node:net';
import type pg from 'pg';

/** A statement may stay without an answer 1.5 times as long as PostgreSQL lets it run, and at least a second longer. */
const timesStatementTimeout = 1.5;
const longerAtLeastMs = 1_000;
/** For statements without a limit, such as one that reads a batch. */
const patientMs = 600_000;

/**
 * How long a connection may be silent, if PostgreSQL limits its statements.
 *
 * @param statementTimeoutMs 0: never
 */
export function answerWithinMs(statementTimeoutMs: number): number {
  if (statementTimeoutMs === 0) return Number.POSITIVE_INFINITY;
  return Math.max(statementTimeoutMs * timesStatementTimeout, statementTimeoutMs + longerAtLeastMs);
}

const known = new WeakMap<pg.ClientBase, AnswerDeadline>();

/**
 * Cuts a connection that does not answer. A server that vanishes, or a network that drops packets, closes no connection: callers would
 * wait until TCP gives up after a quarter of an hour, or for ever if a machine on the way still acknowledges. The running statement
 * then fails, as it does when the server is killed.
 */
export class AnswerDeadline {
  readonly #client: pg.Client;
  readonly #usualMs: number;
  #ms: number;
  #timer: NodeJS.Timeout | undefined;

  /** @param client whose statements are watched from now on; streams are by `begin` and `end` */
  constructor(client: pg.Client, usualMs: number) {
    this.#client = client;
    this.#usualMs = usualMs;
    this.#ms = usualMs;
    known.set(client, this);
    // `drain` comes when every statement has its answer.
    client.on('drain', () => this.end());
    client.on('end', () => this.end());
    // The running statement is counted already.
    client.on('error', () => undefined);
  }

  /** The deadline of a connection, if it has one. */
  static of(client: pg.ClientBase): AnswerDeadline | undefined {
    return known.get(client);
  }

  /** Waits for an answer from now on; when called twice, since the first call. */
  begin(): void {
    if (this.#timer === undefined) this.#start();
  }

  /** The same for the end of the connection, if it has begun. */
  beginEnd(): void {
    if (!this.#socket.pending) this.begin();
  }

  /** Waits no longer. */
  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** For statements without a limit. */
  bePatient(ms = patientMs): void {
    this.#allow(ms);
  }

  /** Restores the first limit, for the running statement as well. */
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

  /** If this process itself was delayed, the answer has arrived and is read before the next turn. */
  #cutIfSilent(bytesRead: number): void {
    const timer = this.#timer;
    setImmediate(() => {
      if (timer !== this.#timer) return;
      if (this.#socket.bytesRead !== bytesRead) return this.#start();
      const error = new Error(`PostgreSQL has not answered for ${this.#ms / 1_000} seconds`);
      // The client gets the error as well, if it still exists.
      this.#socket.on('error', () => undefined).destroy(Object.assign(error, { code: 'ETIMEDOUT' }));
    });
  }

  get #socket(): Socket {
    return this.#client.connection.stream as Socket;
  }
}

/** pg's client, or one that extends it, with a deadline for its answers. */
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

    /** The end is an answer too. */
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
