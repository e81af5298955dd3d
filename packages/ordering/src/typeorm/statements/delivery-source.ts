import type { Database, Sql } from '@trading-platform/database';
import type { DeliverySettings } from '../../delivery/delivery-calendar.js';
import { type DeliveryPair, DeliverySource } from '../../delivery/delivery-source.js';
import {
  readClosingSetting,
  readNonCountingDay,
  readNonTradingSetting,
  readOrderBlock,
} from '../../delivery/read-setting-rows.js';
import type { OrderMasterLine } from '../../master/order-master-line.js';
import type { RefusedMember } from '../../member/refused-member.js';
import { readChangeCounters } from './counters.js';
import { findRelatedPair } from './delivery-pair.js';
import { eachText, type RowsOfEach, rowsOfEach } from './rows-of-each.js';

/** The data of the shortest delivery date on a database. */
export class SqlDeliverySource extends DeliverySource {
  constructor(private readonly database: Database) {
    super();
  }

  async readChanges(): Promise<number> {
    const counters = await readChangeCounters(this.database);
    return counters.members + counters.master + counters['trade-pairs'] + counters.settings;
  }

  readPair(caller: string, self: string, partner: string): Promise<DeliveryPair | readonly RefusedMember[]> {
    return readPair(this.database, caller, self, partner);
  }

  readLines(pair: DeliveryPair, catalogIds: readonly string[]): Promise<OrderMasterLine[]> {
    return readLines(this.database, pair, catalogIds);
  }
}

async function readPair(
  sql: Sql,
  caller: string,
  self: string,
  partner: string,
): Promise<DeliveryPair | readonly RefusedMember[]> {
  const pair = await findRelatedPair(sql, caller, self, partner);
  if (!('relation' in pair)) return pair;
  const [buyer, headOffice, seller] =
    pair.relation.buys === 1 ? [self, pair.selfHeadOffice, partner] : [partner, pair.partnerHeadOffice, self];
  return { buyer, headOffice, seller, settings: await readSettings(sql, buyer, seller) };
}

interface SettingRow {
  readonly kind: string;
  readonly member_code_buyer: string;
  readonly body: Buffer;
}

async function readSettings(sql: Sql, buyer: string, seller: string): Promise<DeliverySettings> {
  const rows = await sql.query<SettingRow>(
    `SELECT kind, member_code_buyer, body FROM setting_row
     WHERE member_code_seller = $1 AND member_code_buyer IN ($2, '') ORDER BY kind, member_code_buyer, row_no`,
    [seller, buyer],
  );
  const read = <Setting>(
    kind: string,
    reader: (memberCodeBuyer: string, row: Readonly<Record<string, string>>) => Setting,
  ) =>
    rows
      .filter((row) => row.kind === kind)
      .map((row) => reader(row.member_code_buyer, JSON.parse(row.body.toString())));
  const nonCountingDays = read('businessholiday', (_, row) => readNonCountingDay(row));
  return {
    closing: read('orderclosing', readClosingSetting),
    nonTrading: read('nottrade', readNonTradingSetting),
    nonCountingDays: new Set(nonCountingDays.filter((day) => day !== undefined)),
    blocks: read('orderblock', readOrderBlock),
  };
}

interface LineRow {
  readonly member_code: string;
  readonly catalog_id: string;
  readonly member_code_order_to: string;
  readonly lead_time: string;
  readonly share_flg: string;
  readonly store_unshare_flg: string;
  readonly item_deleted_code: string;
  readonly view_active_code: string;
  readonly status_code: string;
  readonly sell_stop_active_code: string;
}

/** The seller is compared so that no index on pairs serves, which would read all their lines. */
const wantedLines: RowsOfEach = {
  wanted: eachText,
  table: 'catalog_line',
  where: `found.member_code IN ($2, $3) AND found.catalog_id = wanted.value AND found.catalog_id <> ''
    AND found.member_code_partner || '' = $4`,
};

async function readLines(sql: Sql, pair: DeliveryPair, catalogIds: readonly string[]): Promise<OrderMasterLine[]> {
  const rows = await sql.query<LineRow>(
    `SELECT found.member_code, found.catalog_id, found.member_code_order_to, found.lead_time, found.share_flg,
       found.store_unshare_flg, found.item_deleted_code, found.view_active_code, found.status_code,
       found.sell_stop_active_code
     ${rowsOfEach(sql.dialect, wantedLines)}`,
    [JSON.stringify(catalogIds), pair.buyer, pair.headOffice, pair.seller],
  );
  return rows.map((row) => lineOf(row, pair.buyer));
}

function lineOf(row: LineRow, buyer: string): OrderMasterLine {
  return {
    catalogId: row.catalog_id,
    owner: row.member_code === buyer ? 'buyer' : 'head-office',
    memberCodeOrderTo: row.member_code_order_to,
    leadTime: Number(row.lead_time),
    shareFlg: row.share_flg,
    storeUnshareFlg: row.store_unshare_flg,
    itemDeletedCode: row.item_deleted_code,
    viewActiveCode: row.view_active_code,
    statusCode: row.status_code,
    sellStopActiveCode: row.sell_stop_active_code,
  };
}
