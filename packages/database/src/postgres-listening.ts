import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Listening } from './database.js';
import type { PostgresConnection } from './postgres-connection.js';

const connectTimeoutMs = 5_000;
/** The pause before a new connection is made. It doubles after each failure. */
const pauseMs = { first: 50, longest: 5_000 };

export type ListeningConfig = PostgresConnection &
  pg.ClientConfig & {
    /**
     * The interval at which `LISTEN` is repeated. A connection that only listens would never notice that the server has
     * disappeared.
     */
    readonly sayEveryMs: number;
  };

/** Receives the notifications of one channel on a separate connection. */
export class PostgresListening implements Listening {
  readonly #config: ListeningConfig;
  readonly #channel: string;
  readonly #heard: (message: string | undefined) => void;
  readonly #stopping = new AbortController();
  readonly #ended: Promise<void>;
  #failures = 0;

  constructor(config: ListeningConfig, channel: string, heard: (message: string | undefined) => void) {
    this.#config = { ...config, connectionTimeoutMillis: connectTimeoutMs };
    this.#channel = channel;
    this.#heard = heard;
    this.#ended = this.#keepListening();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#ended;
  }

  async #keepListening(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.#listenOnce(signal).catch(() => undefined);
      const ms = Math.min(pauseMs.first * 2 ** this.#failures++, pauseMs.longest);
      await sleep(ms, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Resolves or rejects when the connection has ended. */
  async #listenOnce(signal: AbortSignal): Promise<void> {
    const { Client, sayEveryMs, ...config } = this.#config;
    const client = new Client(config);
    // After an error, the connection always ends, so the error itself is ignored.
    client.on('error', () => undefined);
    client.on('notification', ({ payload = '' }) => this.#tell(payload));
    const listen = () => client.query(`LISTEN ${pg.escapeIdentifier(this.#channel)}`);
    let isAnswered = true;
    const sayAgain = async () => {
      if (!isAnswered) return;
      isAnswered = false;
      await listen();
      isAnswered = true;
    };
    let saying: NodeJS.Timeout | undefined;
    try {
      await client.connect();
      await listen();
      this.#failures = 0;
      this.#tell(undefined);
      saying = setInterval(() => void sayAgain().catch(() => undefined), sayEveryMs);
      await once(client, 'end', { signal });
    } finally {
      clearInterval(saying);
      await client.end().catch(() => undefined);
    }
  }

  #tell(message: string | undefined): void {
    if (!this.#stopping.signal.aborted) this.#heard(message);
  }
}
