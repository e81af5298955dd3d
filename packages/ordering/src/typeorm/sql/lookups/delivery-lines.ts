import { type Sql, tableOf } from '@trading-platform/database';
import type { DeliverySettings } from '../../../delivery/delivery-calendar.js';
import type { DeliveryPair } from '../../../delivery/delivery-source.js';
import type { OrderMasterLine } from '../../../master/order-master-line.js';
import type { RefusedMember } from '../../../member/refused-member.js';
import { CatalogLineEntity } from '../../entities/catalog-line.entity.js';
import { eachText, type RowsOfEach, rowsOfEach } from '../common/rows-of-each.js';
import { findRelatedPair } from '../members/delivery-pair.js';
import { deliverySettings, settingRows } from '../members/settings-of-pairs.js';

/** @see DeliverySource.readPair */
export async function readDeliveryPair(
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

async function readSettings(sql: Sql, buyer: string, seller: string): Promise<DeliverySettings> {
  const found = await sql.query<object>(
    `SELECT ${settingRows.columns} FROM setting_row
     WHERE member_code_seller = $1 AND member_code_buyer IN ($2, '') ORDER BY kind, member_code_buyer, row_no`,
    [seller, buyer],
  );
  return deliverySettings(found.map(settingRows.read));
}

const lines = tableOf(CatalogLineEntity).only(
  'memberCode',
  'catalogId',
  'memberCodeOrderTo',
  'statusCode',
  'shareFlg',
  'storeUnshareFlg',
  'viewActiveCode',
  'sellStopActiveCode',
  'itemDeletedCode',
  'leadTime',
);

/** The column of the seller is written as an expression, because an index on pairs would read all lines of the pair. */
const wantedLines: RowsOfEach = {
  wanted: eachText(1),
  table: 'catalog_line',
  where: `found.member_code IN ($2, $3) AND found.catalog_id = wanted.value AND found.catalog_id <> ''
    AND found.member_code_partner || '' = $4`,
};

/** @see DeliverySource.readLines */
export async function readDeliveryLines(
  sql: Sql,
  pair: DeliveryPair,
  catalogIds: readonly string[],
): Promise<OrderMasterLine[]> {
  const rows = await sql.query<object>(`SELECT ${lines.columnsOf('found')} ${rowsOfEach(sql.dialect, wantedLines)}`, [
    JSON.stringify(catalogIds),
    pair.buyer,
    pair.headOffice,
    pair.seller,
  ]);
  return rows.map((row) => orderMasterLine(lines.read(row), pair.buyer));
}

/** Converts a stored line to the form that the rules need, for a given buyer. */
export function orderMasterLine(line: ReturnType<typeof lines.read>, buyer: string): OrderMasterLine {
  return {
    catalogId: line.catalogId,
    owner: line.memberCode === buyer ? 'buyer' : 'head-office',
    memberCodeOrderTo: line.memberCodeOrderTo,
    leadTime: Number(line.leadTime),
    shareFlg: line.shareFlg,
    storeUnshareFlg: line.storeUnshareFlg,
    itemDeletedCode: line.itemDeletedCode,
    viewActiveCode: line.viewActiveCode,
    statusCode: line.statusCode,
    sellStopActiveCode: line.sellStopActiveCode,
  };
}
