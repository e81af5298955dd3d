import type { Database, Dialect, Sql } from '@trading-platform/database';
import {
  type ChangeScope,
  type ChangeState,
  readChangeCursor,
  writeChangeCursor,
} from '../../../change/change-cursor.js';
import { criteriaDigest } from '../../../change/criteria-digest.js';
import type { DownloadCriteria } from '../../../download/download-criteria.js';
import type { RecordSnapshot } from '../../../download/record-source.js';
import type { RenderedRecord } from '../../../download/rendered-record.js';
import type { FollowedName } from '../common/counters.js';
import { recordsPerChunk } from '../common/record-stream.js';
import type { SqlConditions } from '../common/sql-conditions.js';
import type { DatabaseSnapshot } from '../snapshot/database-snapshot.js';
import { openSnapshot } from '../snapshot/open-snapshot.js';

interface Query extends Pick<SqlConditions, 'values'> {
  readonly sql: string;
}

/** The selection of a download for one caller, based on the data of one instant. */
export interface Selection extends ChangeScope {
  readonly changes: FollowedName;
  /**
   * All data on which the selection depends, except the records themselves. The value is undefined if the changes of the
   * selection cannot be determined.
   */
  readonly rights: object | undefined;
  /** Yields all selected records or, with `since`, only the records whose position is later. */
  records(snapshot: DatabaseSnapshot, since: number | undefined): AsyncIterable<readonly RenderedRecord[]>;
  /** Returns a query that has exactly one row for each selected record. */
  counted(dialect: Dialect, since: number | undefined): Query;
  /**
   * Returns a query for the keys of rows that have changed since the position and are not selected now. The columns of the query
   * for removed keys are named like the fields of the key.
   */
  removedKeys(dialect: Dialect, since: number): Query;
}

/** Returns the criteria without the client, for downloads in which all clients of a member get the same records. */
export function ofAnyClient({ clientId: _, ...criteria }: DownloadCriteria): object {
  return criteria;
}

/** @see RecordSource.open */
export async function openSelection(
  database: Database,
  signal: AbortSignal,
  resolve: (snapshot: DatabaseSnapshot) => Promise<Selection>,
  changesSince: string | undefined,
): Promise<RecordSnapshot> {
  const snapshot = await openSnapshot(database, signal);
  try {
    const selection = await resolve(snapshot);
    const { now, since } = await judgeCursor(snapshot, selection, changesSince);
    return {
      instant: snapshot.instant,
      records: selection.records(snapshot, since),
      count: () => countRecords(snapshot, selection, since),
      ...(now === undefined ? {} : { changeCursor: writeChangeCursor(selection, now) }),
      ...(since === undefined ? selectionOf(selection) : { removed: removedKeys(snapshot, selection, since, signal) }),
      close: () => snapshot.close(),
    };
  } catch (error) {
    await snapshot.close();
    throw error;
  }
}

/** Returns a digest of the selection, or undefined if the selection depends on data that the digest does not contain. */
export function selectionDigest({ criteria, rights }: Selection): string | undefined {
  return rights === undefined ? undefined : criteriaDigest({ criteria, rights });
}

function selectionOf(selection: Selection): Pick<RecordSnapshot, 'selection'> {
  const digest = selectionDigest(selection);
  return digest === undefined ? {} : { selection: digest };
}

function countRecords(snapshot: DatabaseSnapshot, selection: Selection, since: number | undefined): Promise<number> {
  const { sql, values } = selection.counted(snapshot.dialect, since);
  return snapshot.count(sql, values);
}

/** @see RecordSource.tellsChanges */
export async function tellsChanges(sql: Sql, selection: Selection, changesSince: string): Promise<boolean> {
  return (await judgeCursor(sql, selection, changesSince)).since !== undefined;
}

interface Judged {
  readonly now: ChangeState | undefined;
  /** The position in the cursor, or undefined if the changes since that position are not known. */
  readonly since: number | undefined;
}

async function judgeCursor(sql: Sql, selection: Selection, cursor: string | undefined): Promise<Judged> {
  if (selection.rights === undefined) return { now: undefined, since: undefined };
  const then = cursor === undefined ? undefined : readChangeCursor(selection, cursor);
  const rows = await sql.query<Omit<ChangeState, 'rights'> & { readonly newest: number }>(
    `SELECT s.position, s.stamp, COALESCE(c.position, 0) AS newest, COALESCE(c.value - c.position, 0) AS untold
     FROM position_stamp s LEFT JOIN change_counter c ON c.name = s.name
     WHERE s.name = $1 AND (s.position = COALESCE(c.position, 0) OR s.position = $2)`,
    [selection.changes, then?.position ?? -1],
  );
  const rights = criteriaDigest(selection.rights);
  const states = rows.map((row) => ({ ...row, rights }));
  const now = states.find(({ position, newest }) => position === newest);
  const since = states.find((state) => then !== undefined && isSame(state, then))?.position;
  return { now, since: now === undefined ? undefined : since };
}

function isSame(one: ChangeState, other: ChangeState): boolean {
  return (
    one.position === other.position &&
    one.stamp === other.stamp &&
    one.untold === other.untold &&
    one.rights === other.rights
  );
}

async function* removedKeys(
  snapshot: DatabaseSnapshot,
  selection: Selection,
  since: number,
  signal: AbortSignal,
): AsyncGenerator<readonly RenderedRecord[]> {
  const { sql, values } = selection.removedKeys(snapshot.dialect, since);
  for await (const keys of snapshot.stream<object>(sql, values, recordsPerChunk)) {
    signal.throwIfAborted();
    yield keys.map((key) => ({ body: Buffer.from(JSON.stringify(key)) }));
  }
}
