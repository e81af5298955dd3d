import type { Dialect, Sql } from '@trading-platform/database';
import {
  commentExist,
  itemCodeKind,
  modFlg,
  notDownloadedFlg,
  resendFlg,
  type TargetDateSet,
  tradeFilterField,
} from '@trading-platform/domain-types';
import type { RenderedRecord } from '../../../download/rendered-record.js';
import { packedCode } from '../../../trade/packed-codes.js';
import { kindsOf, slipOwners, type TradeCriteria, type TradeFilters } from '../../../trade/trade-criteria.js';
import { lookedUp, recordsPerChunk, unflattened, unpackedAhead } from '../common/record-stream.js';
import { SqlConditions, unindexed } from '../common/sql-conditions.js';
import { slipDayColumns } from '../lookups/slip-days.js';
import { visibleMembers } from '../members/visible-members.js';
import type { DatabaseSnapshot } from '../snapshot/database-snapshot.js';
import type { Selection } from './followed-source.js';
import { addFilters, type Filters, isSet, isValueOrListed } from './request-filters.js';

export async function tradeSelection(sql: Sql, criteria: TradeCriteria, signal: AbortSignal): Promise<Selection> {
  const owners = slipOwners(criteria, await visibleMembers(sql, criteria.memberCode));
  return {
    ...criteria,
    criteria,
    changes: 'trade',
    // If a request filters by download marks, the changes cannot be determined, because a new mark changes the selection but no
    // slip.
    rights: criteria.request.not_downloaded_flg === undefined ? { owners } : undefined,
    records: (snapshot, since) => unpackedAhead(slipRecords(snapshot, owners, criteria, since, signal)),
    counted: (dialect, since) => countedSlips(dialect, owners, criteria, since),
    removedKeys: (dialect, since) => selectRemovedViews(dialect, owners, criteria, since),
  };
}

async function* slipRecords(
  snapshot: DatabaseSnapshot,
  owners: readonly string[],
  criteria: TradeCriteria,
  since: number | undefined,
  signal: AbortSignal,
): AsyncGenerator<readonly RenderedRecord[]> {
  if (owners.length === 0) return;
  const { sql, values } = selectSlips(snapshot.dialect, owners, criteria, since);
  for await (const records of snapshot.streamRecords(sql, values, recordsPerChunk)) {
    signal.throwIfAborted();
    yield records;
  }
}

/**
 * The index of the requested date is used to find all slips of an owner in the requested period. The index of positions is used
 * to find changed slips. All other filters are then applied to the slips that the index returned.
 */
export function selectSlips(dialect: Dialect, owners: readonly string[], criteria: TradeCriteria, since?: number) {
  const day = `s.${dayColumn(criteria.request)}`;
  const where = selectedSlips(dialect, owners, criteria, since);
  const sql = `SELECT (SELECT b.body FROM slip_body b WHERE b.slip_id = selected.id) AS body,
      selected.id || ':' || selected.version AS receipt
    FROM (SELECT s.id, s.version FROM slip s WHERE ${where.text}
      ORDER BY ${day}, s.trade_id, s.member_code_self ${unflattened}) AS selected`;
  return { sql, values: where.values };
}

function countedSlips(...selected: Parameters<typeof selectedSlips>) {
  const where = selectedSlips(...selected);
  return { sql: `SELECT s.id FROM slip s WHERE ${where.text}`, values: where.values };
}

function selectedSlips(
  dialect: Dialect,
  owners: readonly string[],
  criteria: TradeCriteria,
  since: number | undefined,
): SqlConditions {
  const where = new SqlConditions(dialect);
  where.isMember('s.member_code_self', owners);
  where.after('s.position', since);
  where.oneOf('s.trade_id', criteria.request.trade_id);
  slipConditions(where, since === undefined ? asItIs : unindexed, criteria);
  return where;
}

/** Returns the keys of views that were changed or removed since a position and are not selected now. */
export function selectRemovedViews(
  dialect: Dialect,
  owners: readonly string[],
  criteria: TradeCriteria,
  since: number,
) {
  const changed = new SqlConditions(dialect);
  const removed = changed.nested();
  const selected = changed.nested();
  for (const [where, row] of [
    [changed, 's'],
    [removed, 'r'],
  ] as const) {
    where.isMember(`${row}.member_code_self`, owners);
    where.after(`${row}.position`, since);
    where.oneOf(`${row}.trade_id`, criteria.request.trade_id);
  }
  slipConditions(selected, unindexed, criteria);
  const sql = `SELECT s.trade_id, s.member_code_self FROM slip s
      WHERE ${changed.text} AND (${selected.text}) IS NOT TRUE
    UNION ALL SELECT r.trade_id, r.member_code_self FROM removed_view r
      WHERE ${removed.text} AND NOT EXISTS (
        SELECT 1 FROM slip s WHERE s.trade_id = r.trade_id AND s.member_code_self = r.member_code_self ${lookedUp})
    ORDER BY 1, 2`;
  return { sql, values: changed.values };
}

/** Returns the name of an indexed column as the statement must write it. */
type Naming = (column: string) => string;

const asItIs: Naming = (column) => column;

interface Asked {
  readonly criteria: TradeCriteria;
  readonly found: Naming;
}

/** The column with the codes of a slip's lines, for each `item_code_kind`. */
const itemColumns: Readonly<Record<string, string>> = {
  [itemCodeKind.itemId]: 's.item_ids',
  [itemCodeKind.privateItemId]: 's.private_item_ids',
  [itemCodeKind.myCatalogId]: 's.catalog_ids',
};

/** The fields of a request that are not filters on a single slip, such as the period, the members and the numbers. */
type OtherField =
  | 'target_date_set'
  | 'target_date_from'
  | 'target_date_to'
  | 'status_set'
  | 'item_code_kind'
  | 'trade_id'
  | 'member_codes'
  | 'member_group_codes';

/** The filters that read one field of a slip, whose column has the name of the field. */
const fieldFilters = Object.fromEntries(
  Object.entries(tradeFilterField).map(([name, field]) => [name, isValueOrListed(`s.${field}`)]),
) as Readonly<Record<keyof typeof tradeFilterField, ReturnType<typeof isValueOrListed>>>;

/** The condition that a slip must meet for each filter of a request (Spec 4.8). */
const slipFilters: Required<Filters<Omit<TradeFilters, OtherField>, Asked>> = {
  ...fieldFilters,
  comment_exist: isSet('s.has_comment', commentExist.present),
  mod_flg: isSet('s.is_modified', modFlg.changed),
  resend_flg: isSet('s.is_resent', resendFlg.resent),
  client_member_codes: (where, codes, { found }) => where.oneOf(found('s.member_code_partner'), codes),
  fc_owner_member_codes: (where, codes, { found }) => where.oneOf(found('s.fc_owner_member_code'), codes),
  group_codes: (where, codes) =>
    where.anyOf(['s.group_code', 's.self_group_code'].map((column) => where.isOneOf(column, codes))),
  client_group_codes: (where, codes) => where.holdsOneOf('s.partner_groups', codes.map(packedCode)),
  item_code: (where, code, { criteria: { request } }) =>
    where.holdsOneOf(itemColumns[request.item_code_kind ?? ''] as string, [packedCode(code)]),
  not_downloaded_flg: (where, code, { criteria }) =>
    where.add(downloaded(where, criteria, code === notDownloadedFlg.downloaded)),
};

function slipConditions(where: SqlConditions, found: Naming, criteria: TradeCriteria): void {
  const { request } = criteria;
  const day = found(`s.${dayColumn(request)}`);
  where.add(`${day} <> ''`);
  where.range(day, request.target_date_from, request.target_date_to);
  where.oneOf('s.kind', kindsOf(request));
  addFilters(where, slipFilters, request, { criteria, found });
}

function dayColumn({ target_date_set: set }: TradeFilters): string {
  return slipDayColumns[set as TargetDateSet];
}

/** A slip counts as downloaded if the caller's member and client have a mark for its current version or a later version. */
function downloaded(where: SqlConditions, { memberCode, clientId }: TradeCriteria, wanted: boolean): string {
  return `${wanted ? '' : 'NOT '}EXISTS (SELECT 1 FROM download_mark d
    WHERE d.slip_id = s.id AND d.member_code = ${where.placeholder(memberCode)}
    AND d.client_id = ${where.placeholder(clientId)} AND d.version >= s.version ${lookedUp})`;
}
