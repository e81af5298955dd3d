import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Sql, Transaction } from '@trading-platform/database';
import { readChangeCounters } from '../sql/common/counters.js';
import { lookedUp } from '../sql/common/record-stream.js';
import { type FollowedRow, type FollowedTable, followedTables, rowsPerStep } from './followed-tables.js';

/** The time after which an index that has followed all changes looks for new ones. */
const lookEveryMs = 2_000;
/**
 * The pause after each step, as a multiple of the duration of the step. With this pause, following many changes does
 * not slow down other work.
 */
const pausePerStep = 3;
const membersPerPage = 1_000;

/** The part of a logger that the index needs. */
export interface FindIndexLog {
  error(details: { readonly err: unknown }, message: string): void;
}

/**
 * Follows the changes of slips and products by their positions (ADR 0018), and writes the numbers and words by which
 * slips and products are found (ADR 0033). So a changed slip or product can be found some seconds later, whichever
 * version of the platform has changed it. Any number of processes can follow changes at the same time, because each
 * step locks the progress of its member.
 */
export class FindIndex {
  readonly #stopping = new AbortController();
  /** The positions of the counters up to which all changes were followed. */
  #followed = new Map<string, number>();
  #running: Promise<void> | undefined;

  constructor(
    private readonly database: Database,
    private readonly log?: FindIndexLog,
  ) {}

  start(): void {
    this.#running ??= this.#run(this.#stopping.signal);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  /** Follows all changes that were committed before. Returns the number of slips and products whose words were written. */
  async follow({
    signal,
    pause = 0,
  }: {
    readonly signal?: AbortSignal;
    readonly pause?: number;
  } = {}): Promise<number> {
    let written = 0;
    for (const table of followedTables) {
      const position = await positionOf(this.database, table.name);
      if (position === this.#followed.get(table.name)) continue;
      for await (const memberCode of membersBehind(this.database, table)) {
        for (let more = true; more; ) {
          if (signal?.aborted === true) return written;
          const began = performance.now();
          const rows = await followMember(this.database, table, memberCode);
          written += rows;
          more = rows === rowsPerStep;
          if (pause > 0) await pausing((performance.now() - began) * pause, signal);
        }
      }
      this.#followed.set(table.name, position);
    }
    return written;
  }

  async #run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      // oxlint-disable-next-line no-await-in-loop
      await this.follow({ signal, pause: pausePerStep }).catch((error: unknown) => {
        this.log?.error({ err: error }, 'new slips and products cannot be found yet');
      });
      // oxlint-disable-next-line no-await-in-loop
      await pausing(lookEveryMs, signal);
    }
  }
}

async function pausing(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await sleep(ms, undefined, { ref: false, ...(signal && { signal }) }).catch(() => undefined);
}

/** Every change of a slip or a product counts. */
async function positionOf(sql: Sql, name: FollowedTable['name']): Promise<number> {
  return (await readChangeCounters(sql))[name];
}

/** Yields the members that have rows behind their progress. */
async function* membersBehind(sql: Sql, table: FollowedTable): AsyncGenerator<string> {
  for (let last: string | undefined = ''; last !== undefined; ) {
    const found: { readonly member_code: string; readonly is_behind: unknown }[] = await sql.query(
      selectMembersBehind(table),
      [table.name, last],
    );
    yield* found.filter(({ is_behind }) => Boolean(is_behind)).map(({ member_code }) => member_code);
    last = found.length < membersPerPage ? undefined : found.at(-1)?.member_code;
  }
}

/** Returns a query for a page of members, and whether each of them has rows behind its progress `$1`. */
export function selectMembersBehind({ table, member }: FollowedTable): string {
  return `SELECT page.member_code, EXISTS (SELECT 1 FROM ${table} r WHERE r.${member} = page.member_code
      AND r.position >= page.position AND (r.position, r.id) > (page.position, page.row_id) ${lookedUp}) AS is_behind
    FROM (SELECT m.member_code, COALESCE(p.position, -1) AS position, COALESCE(p.row_id, -1) AS row_id
      FROM member m LEFT JOIN find_progress p ON p.name = $1 AND p.member_code = m.member_code
      WHERE m.member_code > $2 ORDER BY m.member_code LIMIT ${membersPerPage}) AS page
    ORDER BY page.member_code`;
}

/** Follows the next rows of a member in one short transaction. Returns their number. */
function followMember(database: Database, table: FollowedTable, memberCode: string): Promise<number> {
  return database.transaction(
    async (transaction) => {
      const [place = { position: -1, row_id: -1 }] = await transaction.query<Place>(holdProgress, [
        table.name,
        memberCode,
      ]);
      const rows = await transaction.query<FollowedRow>(selectNextRows(table), [
        memberCode,
        place.position,
        place.row_id,
      ]);
      await table.write(transaction, memberCode, rows);
      await noteProgress(transaction, [table.name, memberCode], placeBehind(rows, place));
      return rows.length;
    },
    { durable: false },
  );
}

interface Place {
  readonly position: number | string;
  readonly row_id: number | string;
}

/** Locks the progress of a member until the transaction ends, and returns it. */
const holdProgress = `INSERT INTO find_progress (name, member_code, position, row_id) VALUES ($1, $2, -1, -1)
  ON CONFLICT (name, member_code) DO UPDATE SET position = find_progress.position RETURNING position, row_id`;

/** Returns a query for the next rows of the member `$1`, in the order of their changes. */
export function selectNextRows({ table, member, body }: FollowedTable): string {
  return `SELECT r.id, r.position, ${body} AS body FROM ${table} r
    WHERE r.${member} = $1 AND r.position >= $2 AND (r.position, r.id) > ($2, $3) ORDER BY r.position, r.id LIMIT ${rowsPerStep}`;
}

/**
 * If there are no more rows, the new place is before all later positions, so that no row of this position is read
 * again.
 */
function placeBehind(rows: readonly FollowedRow[], before: Place): Place {
  const last = rows.at(-1);
  if (last === undefined) return before;
  return rows.length === rowsPerStep
    ? { position: Number(last.position), row_id: Number(last.id) }
    : { position: Number(last.position) + 1, row_id: -1 };
}

async function noteProgress(
  transaction: Transaction,
  key: readonly [name: string, memberCode: string],
  { position, row_id }: Place,
): Promise<void> {
  await transaction.execute(
    'UPDATE find_progress SET position = $3, row_id = $4 WHERE name = $1 AND member_code = $2',
    [...key, position, row_id],
  );
}
