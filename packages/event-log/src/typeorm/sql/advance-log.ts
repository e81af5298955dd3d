import { type Dialect, type Sql, type Transaction, tableOf } from '@trading-platform/database';
import { v7 as uuid } from 'uuid';
import type { Happened, Happening, PairChange } from '../../event/event.js';
import type { Advance, Advanced, OutsideHappening } from '../../storage/event-sequence.js';
import { EventEntryEntity } from '../entities/event-entry.entity.js';
import { EventMarkEntity } from '../entities/event-mark.entity.js';

/** How many transactions get positions for their events in one run, and how many gathered changes become events. */
const entriesAtOnce = 50;
const marksAtOnce = 500;
const eventsPerStatement = 1_000;

/** The time for which changes of a pair are gathered before they become an event. */
const gatheringMs = 15_000;

/** Returns all partners of a member. */
export type PartnersOf = (memberCode: string) => Promise<readonly string[]>;

const selectWaiting = `SELECT EXISTS (SELECT 1 FROM event_entry) OR EXISTS (SELECT 1 FROM event_mark WHERE due_at <= $1) AS waits`;

/** Whether anything is waiting for a position. */
export async function isAnythingWaiting(sql: Sql, now: number): Promise<boolean> {
  const [row] = await sql.query<{ waits: unknown }>(selectWaiting, [now]);
  return Boolean(row?.waits);
}

/** Something that happened, with its time. */
type TimedHappening = Happening & { readonly at: number };

const entryTable = tableOf(EventEntryEntity);
const markTable = tableOf(EventMarkEntity);

/** The rows are one JSON value, so that the statement is the same for any number of rows. */
function insertRows(table: string, columns: readonly (readonly [name: string, type: 'TEXT' | 'BIGINT'])[]) {
  const insert = `INSERT INTO ${table} (${columns.map(([name]) => name).join(', ')})`;
  const values = columns.map(([, type], index) => `CAST(value ->> ${index} AS ${type})`).join(', ');
  return {
    sqlite: `${insert} SELECT ${values} FROM json_each($1) WHERE 1 = 1`,
    postgres: `${insert} SELECT ${values} FROM json_array_elements($1::json) AS row(value)`,
  } satisfies Record<Dialect, string>;
}

const insertEvents = insertRows('event', [
  ['sequence', 'BIGINT'],
  ['id', 'TEXT'],
  ['type', 'TEXT'],
  ['at', 'BIGINT'],
  ['member_code', 'TEXT'],
  ['client_id', 'TEXT'],
  ['data', 'TEXT'],
  ['occurrence', 'TEXT'],
]);

const insertMarkRows = insertRows('event_mark', [
  ['type', 'TEXT'],
  ['kind', 'TEXT'],
  ['member_code', 'TEXT'],
  ['member_code_partner', 'TEXT'],
  ['count', 'BIGINT'],
  ['due_at', 'BIGINT'],
]);

/** A pair that is already marked keeps its time. */
const addToCount = ` ON CONFLICT (type, kind, member_code, member_code_partner)
  DO UPDATE SET count = event_mark.count + excluded.count`;
const insertMarks = { sqlite: insertMarkRows.sqlite + addToCount, postgres: insertMarkRows.postgres + addToCount };

/**
 * Gives the next positions to everything that is waiting in the log, and to events that another database has recorded.
 *
 * Only this function assigns positions, and it locks the row of the last position until its commit. Positions are
 * therefore in the order of commits, as in ADR 0018, but no other transaction waits for this row.
 */
export async function advanceLog(
  transaction: Transaction,
  { now, outside }: Advance,
  partnersOf: PartnersOf,
): Promise<Advanced> {
  const position = await holdPosition(transaction);
  if (position === undefined) return 'busy';
  const entries = await readEntries(transaction);
  const told: TimedHappening[] = await withoutKnown(transaction, outside);
  const changes: PairChange[] = [];
  for (const { at, content } of entries) {
    const happened = JSON.parse(content) as Happened;
    for (const happening of happened.happenings ?? []) told.push({ ...happening, at });
    changes.push(...(happened.changes ?? []));
  }
  await gather(transaction, changes, now + gatheringMs);
  const due = await takeDue(transaction, now);
  for (const mark of due) told.push(...(await happeningsOf(mark, now, partnersOf)));
  await addEvents(transaction, position, told);
  await removeEntries(transaction, entries);
  return { events: told.length, mayHaveMore: entries.length === entriesAtOnce || due.length === marksAtOnce };
}

/** Returns the last position, or undefined if another process has locked it. */
async function holdPosition(transaction: Transaction): Promise<number | undefined> {
  const skip = transaction.dialect === 'postgres' ? 'FOR UPDATE SKIP LOCKED' : '';
  const [row] = await transaction.query<{ position: number }>(`SELECT position FROM event_log ${skip}`);
  return row?.position;
}

/**
 * A change of a slip waits for the commit of the change before it, and so gets a greater number. The events of a slip therefore
 * keep their order.
 */
async function readEntries(transaction: Transaction): Promise<EventEntryEntity[]> {
  const rows = await transaction.query<object>(
    `SELECT ${entryTable.columns} FROM event_entry ORDER BY id LIMIT ${entriesAtOnce}`,
  );
  return rows.map(entryTable.read);
}

async function removeEntries(transaction: Transaction, entries: readonly EventEntryEntity[]): Promise<void> {
  if (entries.length === 0) return;
  const ids = JSON.stringify(entries.map(({ id }) => id));
  await transaction.execute(
    transaction.dialect === 'sqlite'
      ? 'DELETE FROM event_entry WHERE id IN (SELECT value FROM json_each($1))'
      : 'DELETE FROM event_entry WHERE id = ANY (ARRAY(SELECT CAST(jsonb_array_elements_text($1::jsonb) AS BIGINT)))',
    [ids],
  );
}

/**
 * Leaves out what another database has recorded if the log already has it as an event. The other database returns it
 * again until it is confirmed there.
 */
async function withoutKnown(sql: Sql, outside: readonly OutsideHappening[]): Promise<OutsideHappening[]> {
  if (outside.length === 0) return [];
  const rows = await sql.query<{ occurrence: string }>(
    sql.dialect === 'sqlite'
      ? 'SELECT occurrence FROM event WHERE occurrence IN (SELECT value FROM json_each($1))'
      : 'SELECT occurrence FROM event WHERE occurrence = ANY (ARRAY(SELECT jsonb_array_elements_text($1::jsonb)))',
    [JSON.stringify(outside.map(({ occurrence }) => occurrence))],
  );
  const known = new Set(rows.map(({ occurrence }) => occurrence));
  return outside.filter(({ occurrence }) => !known.has(occurrence));
}

async function gather(transaction: Transaction, changes: readonly PairChange[], dueAt: number): Promise<void> {
  if (changes.length === 0) return;
  const marks = new Map<string, readonly (string | number)[]>();
  const counts = new Map<string, number>();
  for (const { type, kind, memberCode, memberCodePartner, count } of changes) {
    const key = JSON.stringify([type, kind, memberCode, memberCodePartner]);
    counts.set(key, (counts.get(key) ?? 0) + count);
    marks.set(key, [type, kind, memberCode, memberCodePartner, counts.get(key)!, dueAt]);
  }
  await transaction.execute(insertMarks[transaction.dialect], [JSON.stringify([...marks.values()])]);
}

async function takeDue(transaction: Transaction, now: number): Promise<EventMarkEntity[]> {
  const key = 'type, kind, member_code, member_code_partner';
  const rows = await transaction.query<object>(
    `DELETE FROM event_mark WHERE (${key}) IN (
       SELECT ${key} FROM event_mark WHERE due_at <= $1 ORDER BY due_at LIMIT ${marksAtOnce})
     RETURNING ${markTable.columns}`,
    [now],
  );
  return rows.map(markTable.read);
}

/** Rows of a member that apply to all its partners make one more event for each partner. */
async function happeningsOf(mark: EventMarkEntity, at: number, partnersOf: PartnersOf): Promise<TimedHappening[]> {
  const { type, kind, memberCode, memberCodePartner, count } = mark;
  const of = (own: string, partner: string): TimedHappening => ({
    type,
    memberCode: own,
    data: { member_code_partner: partner, kind, count: String(count) },
    at,
  });
  const partners = memberCodePartner === '' ? await partnersOf(memberCode) : [];
  return [of(memberCode, memberCodePartner), ...partners.map((partner) => of(partner, memberCode))];
}

async function addEvents(transaction: Transaction, position: number, told: readonly TimedHappening[]): Promise<void> {
  if (told.length === 0) return;
  for (let start = 0; start < told.length; start += eventsPerStatement) {
    const rows = told
      .slice(start, start + eventsPerStatement)
      .map((happening, index) => eventRow(happening, position + 1 + start + index));
    // One statement after the other in a transaction.
    // oxlint-disable-next-line no-await-in-loop
    await transaction.execute(insertEvents[transaction.dialect], [JSON.stringify(rows)]);
  }
  await transaction.execute('UPDATE event_log SET position = $1', [position + told.length]);
}

/** The values in the order of `insertEvents`. */
function eventRow(happening: TimedHappening, sequence: number) {
  const { type, at, memberCode, clientId = '', data, occurrence = null } = happening;
  return [sequence, uuid(), type, at, memberCode, clientId, JSON.stringify(data), occurrence];
}
