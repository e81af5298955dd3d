import type { Database, Dialect } from '@trading-platform/database';
import { stockClassOwnProcessed } from '@trading-platform/domain-types';
import type { RecordSnapshot } from '../../download/record-source.js';
import type { RenderedRecord } from '../../download/rendered-record.js';
import {
  type BuyCriteria,
  type CatalogCriteria,
  type MasterCriteria,
  ownMembers,
} from '../../master/master-criteria.js';
import { MasterSource } from '../../master/master-download.js';
import type { DatabaseSnapshot } from './database-snapshot.js';
import { visibleMembers } from './member-directory.js';
import { openSnapshot } from './open-snapshot.js';
import { inFullChunks, lookedUp, recordsPerChunk, unflattened, unpackedAhead } from './record-stream.js';
import { SqlConditions } from './sql-conditions.js';

/** Master records of a database, ordered by own member, partner, item (Spec 4.7). */
export class SqlMasterSource extends MasterSource {
  constructor(private readonly database: Database) {
    super();
  }

  async open(criteria: MasterCriteria, signal: AbortSignal): Promise<RecordSnapshot> {
    const snapshot = await openSnapshot(this.database, signal);
    return {
      instant: snapshot.instant,
      records: unpackedAhead(inFullChunks(masterRecords(snapshot, criteria, signal))),
      close: () => snapshot.close(),
    };
  }
}

async function* masterRecords(
  snapshot: DatabaseSnapshot,
  criteria: MasterCriteria,
  signal: AbortSignal,
): AsyncGenerator<readonly RenderedRecord[]> {
  const members = ownMembers(criteria, await visibleMembers(snapshot, criteria.callerMemberCode));
  for (const memberCodes of portions(snapshot.dialect, members)) {
    const { sql, values } = selectProducts(snapshot.dialect, memberCodes, criteria);
    for await (const records of snapshot.streamRecords(sql, values, recordsPerChunk)) {
      signal.throwIfAborted();
      yield records;
    }
  }
}

/**
 * How the own members are asked for. One at a time, the key's index gives their records in order, so SQLite need not sort;
 * PostgreSQL sorts the keys rather than be asked over the network again and again.
 */
function portions(dialect: Dialect, members: readonly string[]): (readonly string[])[] {
  if (dialect === 'sqlite') return members.map((memberCode) => [memberCode]);
  return members.length === 0 ? [] : [members];
}

/** The records of some own members. Bytes are read of selected records only, when their order is known. */
export function selectProducts(dialect: Dialect, memberCodes: readonly string[], criteria: MasterCriteria) {
  const where = new SqlConditions(dialect);
  where.isMember('p.member_code', memberCodes);
  where.oneOf('p.group_code', criteria.groupCodes);
  where.oneOf('p.member_code_partner', criteria.partnerMemberCodes);
  where.oneOf('p.customer_code', criteria.customerCodes);
  if (criteria.partnerGroupCodes !== undefined) {
    const inGroup = where.isOneOf('member_group_code', criteria.partnerGroupCodes);
    where.add(`p.member_code_partner IN (SELECT member_code FROM member WHERE ${inGroup})`);
  }
  const catalog = catalogConditions(where.nested(), criteria.catalog);
  if (criteria.catalog.exists === true || !catalog.isEmpty) {
    where.add(`EXISTS (SELECT 1 FROM catalog_line l WHERE l.product_id = p.id AND ${catalog.text} ${lookedUp})`);
  }
  const buy = buyConditions(where.nested(), criteria.buy);
  if (!buy.isEmpty)
    where.add(`EXISTS (SELECT 1 FROM buy_line l WHERE l.product_id = p.id AND ${buy.text} ${lookedUp})`);
  const sql = `SELECT (SELECT b.body FROM product b WHERE b.id = selected.id) AS body
    FROM (SELECT p.id FROM product p WHERE ${where.text} ORDER BY p.member_code, p.member_code_partner, p.item_id ${unflattened}) AS selected`;
  return { sql, values: where.values };
}

export function catalogConditions(where: SqlConditions, criteria: CatalogCriteria): SqlConditions {
  where.compare('l.food_cat_large_code', '=', criteria.foodCatLargeCode);
  where.compare('l.food_cat_middle_code', '=', criteria.foodCatMiddleCode);
  where.compare('l.food_cat_small_code', '=', criteria.foodCatSmallCode);
  where.equals('l.sell_stop_active_code', '1', criteria.stopped);
  where.equals('l.view_active_code', '1', criteria.shownOnly);
  where.equals('l.share_flg', '1', criteria.shared);
  where.range('l.update_date', criteria.updatedFrom, criteria.updatedTo);
  return where;
}

function buyConditions(where: SqlConditions, criteria: BuyCriteria): SqlConditions {
  where.equals('l.stock_class', stockClassOwnProcessed, criteria.ownProcessed);
  where.range('l.update_date', criteria.updatedFrom, criteria.updatedTo);
  return where;
}
