import type { Database, Dialect, Sql } from '@trading-platform/database';
import type { RecordSnapshot } from '../../download/record-source.js';
import type { RenderedRecord } from '../../download/rendered-record.js';
import { packedCode } from '../../trade/packed-codes.js';
import { type ItemCode, slipOwners, type TradeCriteria } from '../../trade/trade-criteria.js';
import { TradeSource, tradeDownload } from '../../trade/trade-download.js';
import type { DatabaseSnapshot } from './database-snapshot.js';
import { openSelection, type Selection, selectionDigest, tellsChanges } from './followed-source.js';
import { visibleMembers } from './member-directory.js';
import { lookedUp, recordsPerChunk, unflattened, unpackedAhead } from './record-stream.js';
import { slipDayColumns } from './slip-days.js';
import { SqlConditions, unindexed } from './sql-conditions.js';

/** Slips of a database, ordered by the asked date, `trade_id`, `member_code_self` (Spec 4.8). */
export class SqlTradeSource extends TradeSource {
  constructor(private readonly database: Database) {
    super();
  }

  open(criteria: TradeCriteria, signal: AbortSignal, changesSince?: string): Promise<RecordSnapshot> {
    return openSelection(this.database, signal, (snapshot) => tradeSelection(snapshot, criteria, signal), changesSince);
  }

  async tellsChanges(criteria: TradeCriteria, changesSince: string): Promise<boolean> {
    const selection = await tradeSelection(this.database, criteria, new AbortController().signal);
    return tellsChanges(this.database, selection, changesSince);
  }

  async selectionOf(criteria: TradeCriteria): Promise<string | undefined> {
    return selectionDigest(await tradeSelection(this.database, criteria, new AbortController().signal));
  }
}

async function tradeSelection(sql: Sql, criteria: TradeCriteria, signal: AbortSignal): Promise<Selection> {
  const owners = slipOwners(criteria, await visibleMembers(sql, criteria.callerMemberCode));
  return {
    download: tradeDownload.name,
    criteria,
    changes: 'trade',
    // Marks change what such criteria select, and no slip.
    rights: criteria.downloaded === undefined ? { owners } : undefined,
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

const itemColumns: Readonly<Record<ItemCode, string>> = {
  item: 'item_ids',
  privateItem: 'private_item_ids',
  catalog: 'catalog_ids',
};

/**
 * The index of the asked date gives each owner's slips of the period, or the index of positions those that have changed since; the
 * other filters are applied to what remains.
 */
export function selectSlips(dialect: Dialect, owners: readonly string[], criteria: TradeCriteria, since?: number) {
  const day = `s.${slipDayColumns[criteria.date]}`;
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
  where.oneOf('s.trade_id', criteria.tradeIds);
  slipConditions(where, since === undefined ? asItIs : unindexed, criteria);
  return where;
}

/** The keys of views that have changed since a position or were removed, and are not selected now. */
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
    where.oneOf(`${row}.trade_id`, criteria.tradeIds);
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

function asItIs(column: string): string {
  return column;
}

/** @param found how columns are named that have an index */
function slipConditions(where: SqlConditions, found: (column: string) => string, criteria: TradeCriteria): void {
  const day = found(`s.${slipDayColumns[criteria.date]}`);
  where.add(`${day} <> ''`);
  where.range(day, criteria.from, criteria.to);
  where.oneOf('s.kind', criteria.kinds);
  where.oneOf('s.status_code', criteria.statusCodes);
  where.equals('s.use_ac_svc', '1', criteria.paymentAgency);
  where.equals('s.perusal_flg', '2', criteria.confirmed);
  where.flag('s.has_comment', criteria.comment);
  where.flag('s.is_modified', criteria.modified);
  where.flag('s.is_resent', criteria.resent);
  where.oneOf(found('s.member_code_partner'), criteria.partnerMemberCodes);
  where.oneOf('s.customer_code', criteria.customerCodes);
  where.oneOf('s.delivery_place_id', criteria.deliveryPlaceIds);
  where.oneOf('s.fc_owner_code', criteria.fcOwnerCodes);
  where.oneOf(found('s.fc_owner_member_code'), criteria.fcOwnerMemberCodes);
  if (criteria.groupCodes !== undefined) {
    where.anyOf(
      ['s.group_code', 's.self_group_code'].map((column) => where.isOneOf(column, criteria.groupCodes ?? [])),
    );
  }
  where.holdsOneOf('s.partner_groups', criteria.partnerGroupCodes?.map(packedCode));
  if (criteria.item !== undefined) {
    where.holdsOneOf(`s.${itemColumns[criteria.item.by]}`, [packedCode(criteria.item.code)]);
  }
  if (criteria.downloaded !== undefined) where.add(downloaded(where, criteria, criteria.downloaded));
}

/** Downloaded means: the caller's member has marked this version or a later one with this client, or for all of its clients. */
function downloaded(where: SqlConditions, caller: TradeCriteria, wanted: boolean): string {
  return `${wanted ? '' : 'NOT '}EXISTS (SELECT 1 FROM download_mark d
    WHERE d.slip_id = s.id AND d.member_code = ${where.placeholder(caller.callerMemberCode)}
    AND d.client_id IN ('', ${where.placeholder(caller.callerClientId ?? '')}) AND d.version >= s.version ${lookedUp})`;
}
