import { type Sql, tableOf } from '@trading-platform/database';
import type { FcLine, FcStore, WantedLines } from '../../../fc-price/fc-price-source.js';
import { isSharedWithStores } from '../../../master/order-master-line.js';
import { CatalogLineEntity } from '../../entities/catalog-line.entity.js';
import { MemberEntity } from '../../entities/member.entity.js';
import { isOneOf } from '../common/json-rows.js';
import { type RowsOfEach, rowsOfEach } from '../common/rows-of-each.js';

const stores = tableOf(MemberEntity).only('memberCode', 'headOfficeMemberCode', 'fcOwnerMemberCode');

/** @see FcPriceSource.readStores */
export async function readFcStores(sql: Sql, memberCodes: readonly string[]): Promise<FcStore[]> {
  const rows = await sql.query<object>(
    `SELECT ${stores.columns} FROM member WHERE ${isOneOf(sql.dialect, 'member_code', '$1')}`,
    [JSON.stringify(memberCodes)],
  );
  return rows.map(stores.read);
}

const lines = tableOf(CatalogLineEntity).only(
  'memberCode',
  'catalogId',
  'foodCatLargeCode',
  'shareFlg',
  'storeUnshareFlg',
);

/** Finds lines by one JSON object, which contains, for each member, an array of `catalog_id`s. */
const wantedLines: RowsOfEach = {
  wanted: {
    sqlite: 'json_each($1) AS member CROSS JOIN json_each(member.value) AS wanted',
    postgres: `jsonb_each($1::jsonb) AS member
      CROSS JOIN LATERAL jsonb_array_elements_text(member.value) AS wanted(value)`,
  },
  table: 'catalog_line',
  where: `found.member_code = member.key AND found.catalog_id = wanted.value AND found.catalog_id <> ''`,
};

/** @see FcPriceSource.readLines */
export async function readFcLines(sql: Sql, wanted: WantedLines): Promise<FcLine[]> {
  if (wanted.size === 0) return [];
  const rows = await sql.query<object>(`SELECT ${lines.columnsOf('found')} ${rowsOfEach(sql.dialect, wantedLines)}`, [
    JSON.stringify(Object.fromEntries([...wanted].map(([member, catalogIds]) => [member, [...catalogIds]]))),
  ]);
  return rows.map((row) => {
    const line = lines.read(row);
    const { memberCode, catalogId, foodCatLargeCode } = line;
    return { memberCode, catalogId, foodCatLargeCode, shared: isSharedWithStores(line) };
  });
}
