import type { Database, Sql } from '@trading-platform/database';
import type { DeliverySettings } from '../delivery/delivery-calendar.js';
import type { DeliveryPair, DeliverySource, RefusedMember } from '../delivery/delivery-source.js';
import type { OrderMasterLine } from '../delivery/order-master-line.js';
import {
  readClosingSetting,
  readNonCountingDay,
  readNonTradingSetting,
  readOrderBlock,
} from '../delivery/read-setting-rows.js';
import { isVisible } from '../member/is-visible.js';
import { readChangeCounters } from './counters.js';
import { eachText, type RowsOfEach, rowsOfEach } from './rows-of-each.js';

/** The data of the shortest delivery date on a database. */
export function createDeliverySource(database: Database): DeliverySource {
  return {
    async readChanges() {
      const counters = await readChangeCounters(database);
      return counters.members + counters.master + counters.settings;
    },
    readPair: (caller, self, partner) => readPair(database, caller, self, partner),
    readLines: (pair, catalogIds) => readLines(database, pair, catalogIds),
  };
}

async function readPair(
  sql: Sql,
  caller: string,
  self: string,
  partner: string,
): Promise<DeliveryPair | RefusedMember> {
  const members = await findMembers(sql, self, partner);
  const selfMember = members.get(self);
  if (selfMember === undefined || !isVisible(caller, selfMember)) return 'member_code_self';
  const selfHeadOffice = selfMember.headOfficeMemberCode;
  const partnerHeadOffice = members.get(partner)?.headOfficeMemberCode ?? '';
  const relation = await findRelation(sql, { self, selfHeadOffice, partner, partnerHeadOffice });
  if (!members.has(partner) || !Object.values(relation).includes(1)) return 'member_code_partner';
  const [buyer, headOffice, seller] =
    relation.buys === 1 ? [self, selfHeadOffice, partner] : [partner, partnerHeadOffice, self];
  return { buyer, headOffice, seller, settings: await readSettings(sql, buyer, seller) };
}

interface MemberRow {
  readonly memberCode: string;
  readonly headOfficeMemberCode: string;
  readonly fcOwnerMemberCode: string;
}

async function findMembers(sql: Sql, self: string, partner: string): Promise<Map<string, MemberRow>> {
  const rows = await sql.query<MemberRow>(
    `SELECT member_code AS "memberCode", head_office_member_code AS "headOfficeMemberCode",
       fc_owner_member_code AS "fcOwnerMemberCode"
     FROM member WHERE member_code IN ($1, $2)`,
    [self, partner],
  );
  return new Map(rows.map((row) => [row.memberCode, row]));
}

interface PairMembers {
  readonly self: string;
  readonly selfHeadOffice: string;
  readonly partner: string;
  readonly partnerHeadOffice: string;
}

/** What relates the two, each 0 or 1. */
interface Relation {
  /** `self` or its head office has an order-master line with the partner. */
  readonly buys: number;
  /** The partner or its head office has one with `self`. */
  readonly sells: number;
  /** A master record or slip names the pair. */
  readonly paired: number;
  /** A setting names the pair. */
  readonly set: number;
}

async function findRelation(sql: Sql, members: PairMembers): Promise<Relation> {
  const line = (owner: string, headOffice: string, partner: string) =>
    exists(`SELECT 1 FROM catalog_line
      WHERE member_code IN (${owner}, ${headOffice}) AND member_code <> '' AND member_code_partner = ${partner}`);
  const pair = exists('SELECT 1 FROM member_pair WHERE member_code = $1 AND member_code_partner = $3');
  const setting = exists(`SELECT 1 FROM setting_row
      WHERE (member_code_buyer = $1 AND member_code_seller = $3) OR (member_code_buyer = $3 AND member_code_seller = $1)`);
  const [relation] = await sql.query<Relation>(
    `SELECT ${line('$1', '$2', '$3')} AS buys, ${line('$3', '$4', '$1')} AS sells, ${pair} AS paired,
       ${setting} AS "set"`,
    [members.self, members.selfHeadOffice, members.partner, members.partnerHeadOffice],
  );
  if (relation === undefined) throw new Error('A query without a table answers one row');
  return relation;
}

function exists(query: string): string {
  return `CASE WHEN EXISTS (${query}) THEN 1 ELSE 0 END`;
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
