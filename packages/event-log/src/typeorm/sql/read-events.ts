import { type Dialect, type Sql, type SqlValue, tableOf } from '@trading-platform/database';
import type { LoggedEvent } from '../../event/event.js';
import { cursorAfter, cursorOf, readCursor, stampOf } from '../../event/event-cursor.js';
import type { EventFilter } from '../../event/event-filter.js';
import { EventLogError } from '../../event/event-log-error.js';
import type { EventPage, EventQuery, EventStart } from '../../storage/event-log.js';
import { EventEntity } from '../entities/event.entity.js';

const events = tableOf(EventEntity).without('occurrence');

interface LogState {
  readonly head: number;
  readonly removed_to: number;
  readonly head_id: string | null;
  /** Events are read after a position. This is the id of the event at that position. */
  readonly after_id: string | null;
}

/** A row with an event, or the row with the state of the log, which has no sequence. */
type Row = LogState & { readonly sequence: number | null };

/** Selects the state of the log, as one more row after the events. */
const andState = `UNION ALL
  SELECT position, removed_to, (SELECT id FROM event WHERE sequence = position), (SELECT id FROM event WHERE sequence = $1),
    ${events.columnNames.map(() => 'NULL').join(', ')}
  FROM event_log`;

/**
 * Reads events and the state of the log with one statement, so that both are of one instant. Between two statements, an
 * event could get its position or be removed, and the reader would miss it. If the state were joined to each event,
 * SQLite would take 50 % more time.
 */
export async function readEvents(sql: Sql, { after, limit, filter }: EventQuery): Promise<EventPage> {
  const { position, stamp } = placeOf(after);
  const { select, values } = selectionOf(sql.dialect, filter);
  const rows = await sql.query<Row>(
    `SELECT NULL AS head, NULL AS removed_to, NULL AS head_id, NULL AS after_id, ${events.columnsOf('e')}
     FROM (${select}) AS e ${andState}`,
    [position, limit, ...values],
  );
  const state = rows.find(({ sequence }) => sequence === null);
  if (state === undefined) throw new Error('The event log has lost its state: the table event_log is empty');
  if (typeof after === 'object') requirePlace(state, position, stamp);
  const found = rows
    .flatMap((row) => (row === state ? [] : [eventOf(events.read(row))]))
    .toSorted((one, other) => one.sequence - other.sequence);
  return { events: found, next: nextCursor(found, limit, state) };
}

/** With `now`, no event is read. */
function placeOf(after: EventStart): { readonly position: number; readonly stamp: string } {
  if (after === 'oldest') return { position: 0, stamp: '' };
  if (after === 'now') return { position: Number.MAX_SAFE_INTEGER, stamp: '' };
  const place = readCursor(after.cursor);
  if (place === undefined) throw new EventLogError('cursor-unreadable', 'This text is not a cursor of the log');
  return place;
}

/** @throws EventLogError if the log never had this place, or no longer has all events after it */
function requirePlace({ head, removed_to, after_id }: LogState, position: number, stamp: string): void {
  if (position === removed_to) return;
  const isKept = position > removed_to && position <= head;
  if (!isKept || after_id === null || stampOf(after_id) !== stamp) {
    throw new EventLogError('cursor-too-old', 'Events after this cursor are no longer kept');
  }
}

function nextCursor(found: readonly LoggedEvent[], limit: number, { head, head_id }: LogState): string {
  const last = found.at(-1);
  if (last !== undefined && found.length === limit) return cursorAfter(last);
  return cursorOf({ position: head, stamp: stampOf(head_id ?? '') });
}

interface Selection {
  readonly select: string;
  readonly values: readonly SqlValue[];
}

/** Selects the first events after the position `$1`, at most `$2`. */
function selectionOf(dialect: Dialect, filter: EventFilter | undefined): Selection {
  const first = 'sequence > $1 ORDER BY sequence LIMIT $2';
  if (filter === undefined) return { select: `SELECT ${events.columns} FROM event WHERE ${first}`, values: [] };
  const { memberCodes, types, reader } = filter;
  const isOne = dialect === 'sqlite' && memberCodes.length === 1;
  const clients = reader.memberWide === true ? '' : ' AND client_id = $6';
  const wanted = `${isOneOf(dialect, 'type', '$4')} AND (client_id = '' OR (member_code = $5${clients})) AND ${first}`;
  return {
    select: ofMembers[dialect](wanted, isOne),
    values: [
      isOne ? (memberCodes[0] ?? '') : JSON.stringify(memberCodes),
      JSON.stringify(types),
      reader.memberCode,
      ...(reader.memberWide === true ? [] : [reader.clientId]),
    ],
  };
}

/**
 * The members are a JSON array, or for SQLite the code of a single member, which is the usual case and faster. PostgreSQL reads the
 * first events of each member by an index, because it could otherwise read the events of all members.
 */
const ofMembers: Readonly<Record<Dialect, (wanted: string, isOne: boolean) => string>> = {
  sqlite: (wanted, isOne) => {
    const ofMember = isOne ? 'member_code = $3' : 'member_code IN (SELECT value FROM json_each($3))';
    return `SELECT ${events.columns} FROM event WHERE ${ofMember} AND ${wanted}`;
  },
  postgres: (wanted) =>
    `SELECT ${events.columns} FROM jsonb_array_elements_text($3::jsonb) AS wanted(code) CROSS JOIN LATERAL (
       SELECT ${events.columns} FROM event WHERE member_code = wanted.code AND ${wanted}) AS of_member
     ORDER BY sequence LIMIT $2`,
};

function isOneOf(dialect: Dialect, column: string, placeholder: string): string {
  return dialect === 'sqlite'
    ? `${column} IN (SELECT value FROM json_each(${placeholder}))`
    : `${column} = ANY (ARRAY(SELECT jsonb_array_elements_text(${placeholder}::jsonb)))`;
}

function eventOf({ data, ...row }: ReturnType<typeof events.read>): LoggedEvent {
  return { ...row, data: JSON.parse(data) as LoggedEvent['data'] };
}
