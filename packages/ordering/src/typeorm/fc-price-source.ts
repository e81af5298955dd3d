import type { Database, Sql } from '@trading-platform/database';
import { isSharedWithStores } from '../delivery/order-master-line.js';
import type { FcLine, FcPriceSource, FcStore, WantedLines } from '../fc-price/fc-price-source.js';
import { readChangeCounters } from './counters.js';
import { readFcPrices } from './fc-price-rows.js';
import { isOneOf } from './json-rows.js';

/** The data of the FC price on a database. */
export function createFcPriceSource(database: Database): FcPriceSource {
  return {
    async readChanges() {
      const counters = await readChangeCounters(database);
      return counters.members + counters.master + counters['fc-prices'];
    },
    readStores: (memberCodes) => readStores(database, memberCodes),
    readLines: (wanted) => readLines(database, wanted),
    readRules: (scopes) => readFcPrices(database, scopes),
  };
}

function readStores(sql: Sql, memberCodes: readonly string[]): Promise<FcStore[]> {
  return sql.query<FcStore>(
    `SELECT member_code AS "memberCode", head_office_member_code AS "headOfficeMemberCode",
       fc_owner_member_code AS "fcOwnerMemberCode"
     FROM member WHERE ${isOneOf(sql.dialect, 'member_code', '$1')}`,
    [JSON.stringify(memberCodes)],
  );
}

interface LineRow {
  readonly member_code: string;
  readonly catalog_id: string;
  readonly food_cat_large_code: string;
  readonly share_flg: string;
  readonly store_unshare_flg: string;
}

/** The wanted lines travel as one JSON object: arrays of `catalog_id`s by member. */
const wantedRows = {
  sqlite: 'json_each($1) AS member CROSS JOIN json_each(member.value) AS wanted',
  postgres: `jsonb_each($1::jsonb) AS member
    CROSS JOIN LATERAL jsonb_array_elements_text(member.value) AS wanted(value)`,
} as const;

async function readLines(sql: Sql, wanted: WantedLines): Promise<FcLine[]> {
  if (wanted.size === 0) return [];
  const rows = await sql.query<LineRow>(
    `SELECT line.member_code, line.catalog_id, line.food_cat_large_code, line.share_flg, line.store_unshare_flg
     FROM ${wantedRows[sql.dialect]} CROSS JOIN catalog_line AS line
     WHERE line.member_code = member.key AND line.catalog_id = wanted.value AND line.catalog_id <> ''`,
    [JSON.stringify(Object.fromEntries([...wanted].map(([member, catalogIds]) => [member, [...catalogIds]])))],
  );
  return rows.map((row) => ({
    memberCode: row.member_code,
    catalogId: row.catalog_id,
    foodCatLargeCode: row.food_cat_large_code,
    shared: isSharedWithStores({ shareFlg: row.share_flg, storeUnshareFlg: row.store_unshare_flg }),
  }));
}
