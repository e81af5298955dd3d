import type { Dialect, Sql } from '@trading-platform/database';
import {
  existMc,
  prodKind,
  sellStop,
  shareItem,
  stockClassOwnProcessed,
  withoutHidden,
} from '@trading-platform/domain-types';
import type { RenderedRecord } from '../../../download/rendered-record.js';
import { type MasterCriteria, type MasterFilters, ownMembers } from '../../../master/master-criteria.js';
import { inFullChunks, lookedUp, recordsPerChunk, unflattened, unpackedAhead } from '../common/record-stream.js';
import { SqlConditions, unindexed } from '../common/sql-conditions.js';
import { visibleMembers } from '../members/visible-members.js';
import type { DatabaseSnapshot } from '../snapshot/database-snapshot.js';
import { ofAnyClient, type Selection } from './followed-source.js';
import { addFilters, type Filters, hasValue, isValue } from './request-filters.js';

export async function masterSelection(sql: Sql, criteria: MasterCriteria, signal: AbortSignal): Promise<Selection> {
  const members = ownMembers(criteria, await visibleMembers(sql, criteria.memberCode));
  const { client_group_code_list: groups } = criteria.request;
  const partners = groups && (await membersOfGroups(sql, groups));
  return {
    ...criteria,
    criteria: ofAnyClient(criteria),
    changes: 'master',
    rights: { members, partners },
    records: (snapshot, since) =>
      unpackedAhead(inFullChunks(masterRecords(snapshot, members, criteria, since, signal))),
    counted: (dialect, since) => countedProducts(dialect, members, criteria, since),
    removedKeys: (dialect, since) => selectRemovedProducts(dialect, members, criteria, since),
  };
}

async function membersOfGroups(sql: Sql, groupCodes: readonly string[]): Promise<readonly string[]> {
  const where = new SqlConditions(sql.dialect);
  where.oneOf('member_group_code', groupCodes);
  const rows = await sql.query<{ member_code: string }>(
    `SELECT member_code FROM member WHERE ${where.text}`,
    where.values,
  );
  return rows.map(({ member_code }) => member_code);
}

async function* masterRecords(
  snapshot: DatabaseSnapshot,
  members: readonly string[],
  criteria: MasterCriteria,
  since: number | undefined,
  signal: AbortSignal,
): AsyncGenerator<readonly RenderedRecord[]> {
  for (const memberCodes of portions(snapshot.dialect, members, since)) {
    const { sql, values } = selectProducts(snapshot.dialect, memberCodes, criteria, since);
    for await (const records of snapshot.streamRecords(sql, values, recordsPerChunk)) {
      signal.throwIfAborted();
      yield records;
    }
  }
}

/**
 * Divides the own members into groups that are read by one query each. On SQLite, each query reads one member, because an index
 * of the key then returns the records in order without sorting. On PostgreSQL, one query reads all members and sorts their keys,
 * which is faster than many queries. Changed products are found by a different index and must be sorted in any case.
 */
function portions(dialect: Dialect, members: readonly string[], since: number | undefined): (readonly string[])[] {
  if (dialect === 'sqlite' && since === undefined) return members.map((memberCode) => [memberCode]);
  return members.length === 0 ? [] : [members];
}

/**
 * Yields the records of some own members, or only the records that have changed since a position. Bytes are read last, and only
 * for selected records.
 */
export function selectProducts(
  dialect: Dialect,
  memberCodes: readonly string[],
  criteria: MasterCriteria,
  since?: number,
) {
  const where = selectedProducts(dialect, memberCodes, criteria, since);
  const sql = `SELECT (SELECT b.body FROM product b WHERE b.id = selected.id) AS body
    FROM (SELECT p.id FROM product p WHERE ${where.text} ORDER BY p.member_code, p.member_code_partner, p.item_id ${unflattened}) AS selected`;
  return { sql, values: where.values };
}

function countedProducts(...selected: Parameters<typeof selectedProducts>) {
  const where = selectedProducts(...selected);
  return { sql: `SELECT p.id FROM product p WHERE ${where.text}`, values: where.values };
}

function selectedProducts(
  dialect: Dialect,
  memberCodes: readonly string[],
  criteria: MasterCriteria,
  since: number | undefined,
): SqlConditions {
  const where = new SqlConditions(dialect);
  where.isMember('p.member_code', memberCodes);
  where.after('p.position', since);
  keyConditions(where, since === undefined ? 'p.member_code_partner' : unindexed('p.member_code_partner'), criteria);
  productConditions(where, criteria);
  return where;
}

const productKey = ['member_code', 'member_code_partner', 'item_id'] as const;

/** Returns the keys of products that were changed or removed since a position and are not selected now. */
export function selectRemovedProducts(
  dialect: Dialect,
  memberCodes: readonly string[],
  criteria: MasterCriteria,
  since: number,
) {
  const changed = new SqlConditions(dialect);
  const removed = changed.nested();
  const selected = changed.nested();
  for (const [where, row] of [
    [changed, 'p'],
    [removed, 'r'],
  ] as const) {
    where.isMember(`${row}.member_code`, memberCodes);
    where.after(`${row}.position`, since);
    keyConditions(where, unindexed(`${row}.member_code_partner`), criteria);
  }
  productConditions(selected, criteria);
  const sameKey = productKey.map((column) => `p.${column} = r.${column}`).join(' AND ');
  const sql = `SELECT ${productKey.map((column) => `p.${column}`).join(', ')} FROM product p
      WHERE ${changed.text} AND (${selected.text}) IS NOT TRUE
    UNION ALL SELECT ${productKey.map((column) => `r.${column}`).join(', ')} FROM removed_product r
      WHERE ${removed.text} AND NOT EXISTS (SELECT 1 FROM product p WHERE ${sameKey} ${lookedUp})
    ORDER BY 1, 2, 3`;
  return { sql, values: changed.values };
}

/**
 * Adds the filters on the fields of the key. The key of a product never changes, so a product cannot pass these filters at one
 * time and fail them at another.
 */
function keyConditions(where: SqlConditions, partner: string, { request }: MasterCriteria): void {
  where.oneOf(partner, request.client_member_code_list);
  if (request.client_group_code_list === undefined) return;
  const inGroup = where.isOneOf('member_group_code', request.client_group_code_list);
  where.add(`${partner} IN (SELECT member_code FROM member WHERE ${inGroup})`);
}

function productConditions(where: SqlConditions, { request }: MasterCriteria): void {
  where.oneOf('p.group_code', request.group_code_list);
  where.oneOf('p.customer_code', request.client_code_list);
  const catalog = catalogConditions(where.nested(), request);
  if (request.exist_mc === existMc.inOrderMaster || !catalog.isEmpty) {
    where.add(`EXISTS (SELECT 1 FROM catalog_line l WHERE l.product_id = p.id AND ${catalog.text} ${lookedUp})`);
  }
  const buy = buyConditions(where.nested(), request);
  if (!buy.isEmpty)
    where.add(`EXISTS (SELECT 1 FROM buy_line l WHERE l.product_id = p.id AND ${buy.text} ${lookedUp})`);
}

/** The filters on order-master lines. At least one line of a record must pass all of these filters. */
const catalogFilters: Filters<MasterFilters> = {
  food_cat_large_code: isValue('l.food_cat_large_code'),
  food_cat_middle_code: isValue('l.food_cat_middle_code'),
  food_cat_small_code: isValue('l.food_cat_small_code'),
  sell_stop: hasValue('l.sell_stop_active_code', '1', sellStop.stopped),
  without_hidden: hasValue('l.view_active_code', '1', withoutHidden.shownOnly),
  share_item: hasValue('l.share_flg', '1', shareItem.shared),
};

export function catalogConditions(where: SqlConditions, request: MasterFilters): SqlConditions {
  addFilters(where, catalogFilters, request, undefined);
  where.range('l.update_date', request.mc_upd_date_from, request.mc_upd_date_to);
  return where;
}

/** Returns the filters on lines of the own product master. At least one line of a record must pass all of these filters. */
function buyConditions(where: SqlConditions, request: MasterFilters): SqlConditions {
  addFilters(where, buyFilters, request, undefined);
  where.range('l.update_date', request.buy_upd_date_from, request.buy_upd_date_to);
  return where;
}

const buyFilters: Filters<MasterFilters> = {
  prod_kind: hasValue('l.stock_class', stockClassOwnProcessed, prodKind.ownProcessed),
};
