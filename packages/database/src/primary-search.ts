import pg from 'pg';
import type { PostgresHost } from './postgres-hosts.js';

/** The maximum time to wait for a server that does not answer. */
const answerWithinMs = 3_000;

/** The number of a primary's timeline increases with each promotion. A standby returns no timeline. */
const selectTimeline = `SELECT CASE WHEN pg_is_in_recovery() OR current_setting('transaction_read_only')::bool THEN NULL
  ELSE ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int END AS timeline`;

/** Finds the primary among several servers. The search is repeated when a connection to the primary has been lost. */
export class PrimarySearch {
  readonly #hosts: readonly PostgresHost[];
  #known: PostgresHost | undefined;
  #search: Promise<PostgresHost> | undefined;

  constructor(hosts: readonly PostgresHost[]) {
    this.#hosts = hosts;
  }

  /**
   * Returns the server that accepts writes. If two servers accept writes (an old primary has returned after another server was
   * promoted), returns the server that was promoted.
   *
   * @throws Error if no server accepts writes
   */
  async find(): Promise<PostgresHost> {
    if (this.#known !== undefined) return this.#known;
    this.#search ??= this.#askAll().finally(() => {
      this.#search = undefined;
    });
    return this.#search;
  }

  forget(host: PostgresHost): void {
    if (this.#known === host) this.#known = undefined;
  }

  async #askAll(): Promise<PostgresHost> {
    const answers = await Promise.allSettled(
      this.#hosts.map(async (host) => ({ host, timeline: await timelineOf(host) })),
    );
    const [primary] = answers
      .flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
      .flatMap(({ host, timeline }) => (timeline === null ? [] : [{ host, timeline }]))
      .toSorted((one, other) => other.timeline - one.timeline);
    if (primary === undefined) throw noneTakesWrites(this.#hosts, answers);
    this.#known = primary.host;
    return primary.host;
  }
}

async function timelineOf({ url }: PostgresHost): Promise<number | null> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: answerWithinMs,
    query_timeout: answerWithinMs,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ timeline: number | null }>(selectTimeline);
    return rows[0]?.timeline ?? null;
  } finally {
    void client.end().catch(() => undefined);
  }
}

function noneTakesWrites(hosts: readonly PostgresHost[], answers: readonly PromiseSettledResult<unknown>[]): Error {
  const names = hosts.map(({ host, port }) => `${host}:${port}`).join(', ');
  const reasons = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
  return new Error(`None of the PostgreSQL servers takes writes: ${names}`, { cause: new AggregateError(reasons) });
}
