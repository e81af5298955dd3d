import type { Database, Dialect } from '@trading-platform/database';
import { type FoundSlip, ownLimits } from '@trading-platform/domain-types';
import { findKey } from '../../../find/find-key.js';
import { inByteOrder } from '../../../member/byte-order.js';
import { endOfPrefix } from '../common/end-of-prefix.js';
import { eachText, type RowsOfEach, rowsOfEach } from '../common/rows-of-each.js';
import { type OrderNames, readNames } from '../lists/order-names.js';
import { visibleCodes } from '../members/member-relations.js';
import { isVisibleView } from '../orders/side-of-view.js';

/** A slip has two views, and a caller may see both. */
const viewsAtMost = 2 * ownLimits.findAnswerElements;

/** Finds the views of the slip `$2` that the caller `$1` sees. */
export const selectByTradeId = `SELECT found.id FROM slip found WHERE found.trade_id = $2 AND ${isVisibleView}`;

/**
 * Finds the views of the orders of the member `$1` whose numbers begin with `$2`. `$3` is a text behind all these
 * numbers.
 */
export const selectByUploadNo = `SELECT s.id FROM (SELECT u.trade_id FROM upload_number u
    WHERE u.member_code = $1 AND u.upload_no >= $2 AND u.upload_no < $3
    ORDER BY u.upload_no LIMIT ${ownLimits.findAnswerElements}) AS numbered
  CROSS JOIN slip s WHERE s.trade_id = numbered.trade_id`;

const numbersOf = `find_slip n WHERE n.member_code_self = seen.member_code AND n.number_key >= $2 AND n.number_key < $3
  ORDER BY n.number_key, n.slip_id LIMIT ${viewsAtMost}`;

/** Reads only the first numbers of each member, because a short beginning may match all numbers of a member. */
const numbersOfEach: Readonly<Record<Dialect, string>> = {
  postgres: `CROSS JOIN LATERAL (SELECT n.slip_id, n.number_key FROM ${numbersOf}) AS f`,
  sqlite: `CROSS JOIN find_slip f WHERE f.slip_id IN (SELECT n.slip_id FROM ${numbersOf})`,
};

/**
 * Finds the views whose numbers begin with `$2`, among the views of all members that the caller `$1` sees. `$3` is a
 * text behind all these numbers.
 */
export function selectByNumber(dialect: Dialect): string {
  return `SELECT f.slip_id AS id FROM (${visibleCodes}) AS seen ${numbersOfEach[dialect]}
    ORDER BY f.number_key, f.slip_id LIMIT ${viewsAtMost}`;
}

const viewsById: RowsOfEach = {
  wanted: eachText(2),
  table: 'slip',
  where: `found.id = CAST(wanted.value AS BIGINT) AND ${isVisibleView}`,
};

/** Reads the views with the ids `$2` that the caller `$1` sees. */
export function selectFoundViews(dialect: Dialect): string {
  return `SELECT found.id, found.trade_id, found.status_code, found.member_code_self, found.member_code_partner, found.order_day,
      found.trade_total, (SELECT u.upload_no FROM upload_number u WHERE u.trade_id = found.trade_id AND u.member_code = $1
        ORDER BY u.upload_no LIMIT 1) AS upload_no
    ${rowsOfEach(dialect, viewsById)}`;
}

type ViewRow = Omit<FoundSlip, 'check_number' | 'member_name_partner' | 'upload_no'> & {
  readonly id: number | string;
  readonly upload_no: string | null;
};

/** @see Finder.slips */
export async function findSlips(database: Database, caller: string, text: string): Promise<readonly FoundSlip[]> {
  const key = findKey(text);
  if (caller === '' || key === '') return [];
  const ids = await Promise.all([
    idsOf(database, selectByTradeId, [caller, text]),
    idsOf(database, selectByUploadNo, [caller, text, endOfPrefix(text)]),
    idsOf(database, selectByNumber(database.dialect), [caller, key, endOfPrefix(key)]),
  ]);
  const places = new Map([...new Set(ids.flat())].map((id, place) => [id, place]));
  if (places.size === 0) return [];
  const rows = await database.query<ViewRow>(selectFoundViews(database.dialect), [
    caller,
    JSON.stringify([...places.keys()]),
  ]);
  const inPlace = rows.toSorted((one, other) => places.get(Number(one.id))! - places.get(Number(other.id))!);
  const shown = [...Map.groupBy(inPlace, (row) => row.trade_id).values()]
    .map((views) => viewFor(caller, views))
    .slice(0, ownLimits.findAnswerElements);
  const names = await readNames(
    database,
    shown.map(({ id }) => Number(id)),
  );
  return shown.flatMap((view) => {
    const named = names.get(Number(view.id));
    return named === undefined ? [] : [foundSlip(view, named)];
  });
}

function foundSlip(view: ViewRow, { check_number, member_name_partner }: OrderNames): FoundSlip {
  return {
    trade_id: view.trade_id,
    check_number,
    upload_no: view.upload_no ?? '',
    status_code: view.status_code,
    member_code_self: view.member_code_self,
    member_code_partner: view.member_code_partner,
    member_name_partner,
    order_day: view.order_day,
    trade_total: view.trade_total,
  };
}

async function idsOf(database: Database, sql: string, values: readonly string[]): Promise<readonly number[]> {
  return (await database.query<{ readonly id: number | string }>(sql, values)).map(({ id }) => Number(id));
}

/** The caller's own view or, without one, the view of the first member that the caller sees. */
function viewFor(caller: string, views: readonly ViewRow[]): ViewRow {
  const sorted = views.toSorted((one, other) => inByteOrder(one.member_code_self, other.member_code_self));
  return sorted.find((view) => view.member_code_self === caller) ?? sorted[0]!;
}
