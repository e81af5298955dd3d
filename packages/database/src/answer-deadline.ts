import type { Socket } from 'node:net';
import type pg from 'pg';

/** Statements may stay without an answer for half as long again as PostgreSQL lets them run, and for a second longer at least. */
const timesStatementTimeout = 1.5;
const longerAtLeastMs = 1_000;
/** Where nothing limits a statement, such as one that reads a batch. */
const patientMs = 600_000;

/**
 * How long a connection may be silent whose statements PostgreSQL ends after some time.
 *
 * @param statementTimeoutMs 0: never
 */
export function answerWithinMs(statementTimeoutMs: number): number {
  if (statementTimeoutMs === 0) return Number.POSITIVE_INFINITY;
  return Math.max(statementTimeoutMs * timesStatementTimeout, statementTimeoutMs + longerAtLeastMs);
}

const known = new WeakMap<pg.ClientBase, AnswerDeadline>();

/**
 * Cuts a connection that does not answer. A server that vanishes, or a network that swallows, closes no connection: without this, who
 * waits would wait for as long as TCP tries, which is a quarter of an hour, or for ever where something between them still acknowledges.
 * What is under way on the connection then fails, as when the server is killed.
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
    // `drain` comes when all that was asked is answered.
    client.on('drain', () => this.end());
    client.on('end', () => this.end());
    // What is under way is told already.
    client.on('error', () => undefined);
  }

  /** That of a connection, if it has one. */
  static of(client: pg.ClientBase): AnswerDeadline | undefined {
    return known.get(client);
  }

  /** From now on an answer is waited for. Who asks twice has waited since the first time. */
  begin(): void {
    if (this.#timer === undefined) this.#start();
  }

  /** The same for the end of the connection, if it has begun. */
  beginEnd(): void {
    if (!this.#socket.pending) this.begin();
  }

  /** Nothing is waited for any more. */
  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** For statements that nothing limits. */
  bePatient(ms = patientMs): void {
    this.#allow(ms);
  }

  /** As at first, for what is under way as well. */
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

  /** If this process was held up itself, the answer is there, and is read before the next turn. */
  #cutIfSilent(bytesRead: number): void {
    const timer = this.#timer;
    setImmediate(() => {
      if (timer !== this.#timer) return;
      if (this.#socket.bytesRead !== bytesRead) return this.#start();
      const error = new Error(`PostgreSQL has not answered for ${this.#ms / 1_000} seconds`);
      // The client hears the error as well, if it is still there.
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
