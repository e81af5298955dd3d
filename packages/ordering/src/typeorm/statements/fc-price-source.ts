import type { Database, Sql } from '@trading-platform/database';
import type { FcPriceRule, ScopeKey } from '../../fc-price/fc-price-rule.js';
import { type FcLine, FcPriceSource, type FcStore, type WantedLines } from '../../fc-price/fc-price-source.js';
import { isSharedWithStores } from '../../master/order-master-line.js';
import { readChangeCounters } from './counters.js';
import { readFcPrices } from './fc-price-rows.js';
import { isOneOf } from './json-rows.js';
import { type RowsOfEach, rowsOfEach } from './rows-of-each.js';

/** The data of the FC price on a database. */
export class SqlFcPriceSource extends FcPriceSource {
  constructor(private readonly database: Database) {
    super();
  }

  async readChanges(): Promise<number> {
    const counters = await readChangeCounters(this.database);
    return counters.members + counters.master + counters['fc-prices'];
  }

  readStores(memberCodes: readonly string[]): Promise<FcStore[]> {
    return readStores(this.database, memberCodes);
  }

  readLines(wanted: WantedLines): Promise<FcLine[]> {
    return readLines(this.database, wanted);
  }

  readRules(scopes: readonly ScopeKey[]): Promise<FcPriceRule[]> {
    return readFcPrices(this.database, scopes);
  }
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

/** The lines of one JSON object: arrays of `catalog_id`s by member. */
const wantedLines: RowsOfEach = {
  wanted: {
    sqlite: 'json_each($1) AS member CROSS JOIN json_each(member.value) AS wanted',
    postgres: `jsonb_each($1::jsonb) AS member
      CROSS JOIN LATERAL jsonb_array_elements_text(member.value) AS wanted(value)`,
  },
  table: 'catalog_line',
  where: `found.member_code = member.key AND found.catalog_id = wanted.value AND found.catalog_id <> ''`,
};

async function readLines(sql: Sql, wanted: WantedLines): Promise<FcLine[]> {
  if (wanted.size === 0) return [];
  const rows = await sql.query<LineRow>(
    `SELECT found.member_code, found.catalog_id, found.food_cat_large_code, found.share_flg, found.store_unshare_flg
     ${rowsOfEach(sql.dialect, wantedLines)}`,
    [JSON.stringify(Object.fromEntries([...wanted].map(([member, catalogIds]) => [member, [...catalogIds]])))],
  );
  return rows.map((row) => ({
    memberCode: row.member_code,
    catalogId: row.catalog_id,
    foodCatLargeCode: row.food_cat_large_code,
    shared: isSharedWithStores({ shareFlg: row.share_flg, storeUnshareFlg: row.store_unshare_flg }),
  }));
}
