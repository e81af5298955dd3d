import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Listening } from './database.js';
import type { PostgresConnection } from './postgres-connection.js';

const connectTimeoutMs = 5_000;
/** The pause before a reconnect; it doubles with each failure. */
const pauseMs = { first: 50, longest: 5_000 };

export type ListeningConfig = PostgresConnection &
  pg.ClientConfig & {
    /** A connection that only listens never notices that the server is gone, so it repeats `LISTEN` at this interval. */
    readonly sayEveryMs: number;
  };

/** Notifications of one channel, on a connection of its own. */
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
    // The connection always ends after an error.
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
