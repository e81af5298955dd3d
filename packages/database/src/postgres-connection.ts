import pg from 'pg';
import { clientWithDeadline } from './answer-deadline.js';
import { mustBeSought, type PostgresHost, readPostgresHosts } from './postgres-hosts.js';
import { PrimarySearch } from './primary-search.js';

/**
 * Describes how pg connects to an address. The result is a part of the configuration of a pool. Clients outside the pool are made
 * with the class `Client` of this object.
 */
export interface PostgresConnection {
  readonly connectionString: string;
  readonly Client: typeof pg.Client;
  readonly keepAlive: boolean;
  readonly keepAliveInitialDelayMillis: number;
}

/**
 * If a connection is silent for ten seconds, TCP asks ten times, at intervals of one second, whether the other side still exists.
 */
const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/**
 * Returns the configuration for connections to an address. If the address names several servers, each new connection is made to
 * the server that accepts writes, also after a failover.
 *
 * @param answerWithinMs closes a connection whose statement gets no answer for this time; default: never
 */
export function postgresConnection(address: string, answerWithinMs?: number): PostgresConnection {
  const { Client, connectionString } = connectionTo(address);
  return {
    connectionString,
    Client: answerWithinMs === undefined ? Client : clientWithDeadline(Client, answerWithinMs),
    ...keepAlive,
  };
}

function connectionTo(address: string): Pick<PostgresConnection, 'connectionString' | 'Client'> {
  const hosts = readPostgresHosts(address) ?? [];
  const [first] = hosts;
  if (first === undefined || !mustBeSought(hosts)) {
    return { connectionString: address, Client: pg.Client };
  }
  return { connectionString: first.url, Client: clientOfPrimary(new PrimarySearch(hosts)) };
}

/** The type of pg's callback, which is called with an error or with the connected client. */
type Connected = ((error: Error) => void) | ((error: null, client: pg.Client) => void);

/** Returns a subclass of pg's client that connects to the server that the search finds. */
function clientOfPrimary(search: PrimarySearch): typeof pg.Client {
  return class PrimaryClient extends pg.Client {
    override connect(): Promise<pg.Client>;
    override connect(connected: Connected): void;
    override connect(connected?: Connected): Promise<pg.Client> | undefined {
      const connection = this.#connectToPrimary();
      if (connected === undefined) return connection;
      const tell = connected as (error: Error | null, client?: pg.Client) => void;
      connection.then(
        (client) => tell(null, client),
        (error: Error) => tell(error),
      );
      return undefined;
    }

    async #connectToPrimary(): Promise<pg.Client> {
      const primary = await search.find();
      this.on('error', () => search.forget(primary));
      try {
        Object.assign(this, { host: primary.host, port: primary.port } satisfies Partial<PostgresHost>);
        await super.connect();
        await this.#requireWritable(primary);
        return this;
      } catch (error) {
        search.forget(primary);
        throw error;
      }
    }

    async #requireWritable({ host, port }: PostgresHost): Promise<void> {
      const { rows } = await this.query<{ transaction_read_only: string }>('SHOW transaction_read_only');
      if (rows[0]?.transaction_read_only === 'off') return;
      void this.end().catch(() => undefined);
      throw new Error(`The PostgreSQL server ${host}:${port} takes no writes any more`);
    }
  };
}
