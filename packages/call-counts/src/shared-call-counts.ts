import { type Database, type Sql, tableOf } from '@trading-platform/database';
import { CallCountEntity } from './call-count.entity.js';

const minuteMs = 60_000;

const counts = tableOf(CallCountEntity);

/** The counts of one process for one token. */
interface Share {
  /** Calls that the table does not have yet. */
  calls: number;
  /** The calls of all processes in this minute, as the table had them after the last exchange. */
  known: number;
}

/** Counts may be lost if the machine fails, because a new minute begins soon anyway. */
const notDurable = { durable: false } as const;

/** How many tokens one statement writes. */
const tokensPerStatement = 200;

/**
 * Adds up the calls of all processes, minute by minute. Each process writes its own calls and reads the calls of the
 * others.
 */
export class SharedCallCounts {
  readonly #database: Database;
  readonly #now: () => number;
  #minute = 0;
  #shares = new Map<string, Share>();

  constructor(database: Database, now: () => number = Date.now) {
    this.#database = database;
    this.#now = now;
  }

  /** Counts one more call of this process. */
  note(tokenId: string): void {
    const share = this.#shares.get(tokenId);
    if (share === undefined) this.#shares.set(tokenId, { calls: 1, known: 0 });
    else share.calls += 1;
  }

  /**
   * Writes the calls since the last exchange, and returns, for each token, how many calls other processes have made
   * since then.
   */
  async exchange(): Promise<ReadonlyMap<string, number>> {
    const minute = Math.floor(this.#now() / minuteMs);
    if (minute !== this.#minute) await this.#begin(minute);
    const told = untold(this.#shares).map(([tokenId, { calls }]) => ({ tokenId, calls }));
    if (told.length === 0) return new Map();
    const totals = await this.#database.transaction((transaction) => addCalls(transaction, minute, told), notDurable);
    const others = new Map<string, number>();
    for (const { tokenId, calls } of told) {
      const share = this.#shares.get(tokenId)!;
      const total = totals.get(tokenId) ?? calls;
      const byOthers = total - share.known - calls;
      share.calls -= calls;
      share.known = total;
      if (byOthers > 0) others.set(tokenId, byOthers);
    }
    return others;
  }

  /** Starts a new minute. Calls that were not written in the old minute count in the new one. */
  async #begin(minute: number): Promise<void> {
    this.#minute = minute;
    this.#shares = new Map(untold(this.#shares).map(([tokenId, { calls }]) => [tokenId, { calls, known: 0 }]));
    const forgetOld = (sql: Sql) => sql.execute('DELETE FROM call_count WHERE minute < $1', [minute - 1]);
    await this.#database.transaction(forgetOld, notDurable);
  }
}

/** Sorted, so that all processes lock rows in the same order and cannot wait for each other in a circle. */
function untold(shares: ReadonlyMap<string, Share>): [string, Share][] {
  return [...shares].filter(([, { calls }]) => calls > 0).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/** Adds the calls that this process has counted, and returns the counts of all processes, by token. */
async function addCalls(
  sql: Sql,
  minute: number,
  told: readonly { readonly tokenId: string; readonly calls: number }[],
): Promise<ReadonlyMap<string, number>> {
  const totals = new Map<string, number>();
  for (let start = 0; start < told.length; start += tokensPerStatement) {
    const part = told.slice(start, start + tokensPerStatement);
    const added = await sql.query<{ token_id: string; calls: number }>(
      `${counts.insertInto(part.length)}
       ON CONFLICT (token_id, minute) DO UPDATE SET calls = call_count.calls + excluded.calls
       RETURNING token_id, calls`,
      part.flatMap(({ tokenId, calls }) => counts.values({ tokenId, minute, calls })),
    );
    for (const { token_id, calls } of added) totals.set(token_id, calls);
  }
  return totals;
}
