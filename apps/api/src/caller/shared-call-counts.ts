import type { Schema, Sql } from '@trading-platform/database';
import { CreateCallCounts1763700900000 } from './create-call-counts.migration.js';

const minuteMs = 60_000;

/** The table through which the processes of the data API learn of each other's calls. */
export const callCountSchema: Schema = {
  entities: [],
  migrations: { sqlite: [CreateCallCounts1763700900000], postgres: [CreateCallCounts1763700900000] },
};

/** What one process has counted for one token since it last told the others. */
interface Share {
  /** Not told yet. */
  calls: number;
  /** All calls of the minute as the table had them when it was last told, without own ones that came after. */
  known: number;
}

/** Adds up the calls of all processes, minute by minute; each tells its own and learns those of the others. */
export class SharedCallCounts {
  readonly #sql: Sql;
  readonly #now: () => number;
  #minute = 0;
  #shares = new Map<string, Share>();

  constructor(sql: Sql, now: () => number = Date.now) {
    this.#sql = sql;
    this.#now = now;
  }

  /** One more call in this process. */
  note(tokenId: string): void {
    const share = this.#shares.get(tokenId);
    if (share === undefined) this.#shares.set(tokenId, { calls: 1, known: 0 });
    else share.calls += 1;
  }

  /** Tells the calls since the last time, and answers how many others have made meanwhile, by token. */
  async exchange(): Promise<ReadonlyMap<string, number>> {
    const minute = Math.floor(this.#now() / minuteMs);
    if (minute !== this.#minute) await this.#begin(minute);
    const others = new Map<string, number>();
    for (const [tokenId, share] of this.#shares) {
      const told = share.calls;
      if (told === 0) continue;
      const total = await this.#add(tokenId, minute, told);
      const byOthers = total - share.known - told;
      share.calls -= told;
      share.known = total;
      if (byOthers > 0) others.set(tokenId, byOthers);
    }
    return others;
  }

  /** Calls that were not told in the old minute count in the new one. */
  async #begin(minute: number): Promise<void> {
    this.#minute = minute;
    const untold = [...this.#shares].filter(([, { calls }]) => calls > 0);
    this.#shares = new Map(untold.map(([tokenId, { calls }]) => [tokenId, { calls, known: 0 }]));
    await this.#sql.execute('DELETE FROM call_count WHERE minute < $1', [minute - 1]);
  }

  async #add(tokenId: string, minute: number, calls: number): Promise<number> {
    const [row] = await this.#sql.query<{ calls: number }>(
      `INSERT INTO call_count (token_id, minute, calls) VALUES ($1, $2, $3)
       ON CONFLICT (token_id, minute) DO UPDATE SET calls = call_count.calls + excluded.calls
       RETURNING calls`,
      [tokenId, minute, calls],
    );
    return row?.calls ?? calls;
  }
}
