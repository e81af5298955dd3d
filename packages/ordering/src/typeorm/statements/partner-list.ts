import { type Database, type Dialect, type Sql, tableOf } from '@trading-platform/database';
import { flag, type Partner } from '@trading-platform/domain-types';
import { readOrderBlock } from '../../delivery/read-setting-rows.js';
import { type ListedElement, type ListPage, pageOf } from '../../list/list-page.js';
import type { ListQuery } from '../../list/list-query.js';
import { type PartnerFilters, PartnerList } from '../../list/lists.js';
import { SettingRowEntity } from '../entities/setting-row.entity.js';
import { customerCodes } from './customer-codes.js';
import { lookedUp } from './record-stream.js';
import { type RowsOfEach, rowsOfEach } from './rows-of-each.js';
import { pairText, type TradingPair } from './settings-of-pairs.js';
import { SqlConditions } from './sql-conditions.js';

/** The partners of a member on a database. */
export class SqlPartnerList extends PartnerList {
  constructor(private readonly database: Database) {
    super();
  }

  async read({ scope, filters, limit, after = [''] }: ListQuery<PartnerFilters>): Promise<ListPage<Partner>> {
    const { sql, values } = selectPartners(this.database.dialect, {
      memberCode: scope.memberCode,
      partnerCodes: filters.client_member_code_list,
      after: after[0] ?? '',
      limit: limit + 1,
    });
    const rows = await this.database.query<PartnerRow>(sql, values);
    return pageOf(await toListed(this.database, scope.memberCode, rows), limit);
  }
}

export interface PartnersOfMember {
  readonly memberCode: string;
  readonly partnerCodes: readonly string[] | undefined;
  readonly after: string;
  readonly limit: number;
}

interface PartnerRow {
  readonly code: string;
  readonly name: string;
  /** Of the first product that the member has of the partner; null if it has none. */
  readonly customer_code: string | null;
  /** 1 if the member is the buyer of the two. */
  readonly buys: number;
}

/**
 * The partners behind one: who stands with the member in a product, a slip or a setting, or with its head office, or whose
 * head office stands with it, in an order master. Each relation gives its first ones by an index.
 */
export function selectPartners(dialect: Dialect, { memberCode, partnerCodes, after, limit }: PartnersOfMember) {
  const where = new SqlConditions(dialect);
  const [self, behind, most] = [memberCode, after, limit].map((value) => where.placeholder(value));
  const headOffice = `(SELECT h.head_office_member_code FROM member h WHERE h.member_code = ${self})`;
  const relation = (code: string, related: string) => {
    const wanted = where.nested();
    wanted.oneOf(code, partnerCodes);
    return `SELECT code FROM (SELECT DISTINCT ${code} AS code FROM ${related} AND ${code} > ${behind} AND ${wanted.text}
      ORDER BY 1 LIMIT ${most}) AS related`;
  };
  const relations = [
    relation('p.member_code_partner', `member_pair p WHERE p.member_code = ${self}`),
    relation('s.member_code_buyer', `setting_row s WHERE s.member_code_seller = ${self}`),
    relation('s.member_code_seller', `setting_row s WHERE s.member_code_buyer = ${self}`),
    relation(
      'p.member_code_partner',
      `member_pair p WHERE p.member_code = ${headOffice} AND ${buysFrom('= p.member_code', 'p.member_code_partner')}`,
    ),
    relation(
      'm.member_code',
      `member_pair p INNER JOIN member m ON m.head_office_member_code = p.member_code_partner
       WHERE p.member_code = ${self} AND ${buysFrom('= p.member_code_partner', 'p.member_code')}`,
    ),
  ];
  const sql = `SELECT m.member_code AS code, m.member_name AS name,
      (SELECT p.customer_code FROM product p WHERE p.member_code = ${self} AND p.member_code_partner = found.code
        ORDER BY p.item_id LIMIT 1) AS customer_code,
      CASE WHEN ${buysFrom(`IN (${self}, ${headOffice})`, 'found.code')} THEN 1 ELSE 0 END AS buys
    FROM (${relations.join(' UNION ')} ORDER BY code LIMIT ${most}) AS found
    INNER JOIN member m ON m.member_code = found.code ORDER BY m.member_code`;
  return { sql, values: where.values };
}

function buysFrom(buyer: string, seller: string): string {
  return `EXISTS (SELECT 1 FROM catalog_line c
    WHERE c.member_code ${buyer} AND c.member_code_partner = ${seller} ${lookedUp})`;
}

async function toListed(
  sql: Sql,
  self: string,
  rows: readonly PartnerRow[],
): Promise<readonly ListedElement<Partner>[]> {
  const pairs = rows.map(({ code, buys }) =>
    buys === 1 ? { buyer: self, seller: code } : { buyer: code, seller: self },
  );
  const [codes, blocked] = await Promise.all([
    customerCodes(
      sql,
      rows.filter(({ customer_code }) => !customer_code).map(({ code }) => ({ buyer: code, seller: self })),
    ),
    blockedPairs(sql, pairs),
  ]);
  return rows.map(({ code, name, customer_code }, index) => ({
    position: [code],
    element: {
      member_code_partner: code,
      member_name_partner: name,
      customer_code: customer_code || (codes.get(pairText({ buyer: code, seller: self })) ?? ''),
      order_block_flg: blocked.has(pairText(pairs[index] as TradingPair)) ? flag.on : flag.off,
    },
  }));
}

const blockRows = tableOf(SettingRowEntity).only('memberCodeBuyer', 'body');

/** Order blocks between two members, whatever the master record. */
const wantedBlocks: RowsOfEach = {
  wanted: {
    sqlite: 'json_each($1) AS wanted',
    postgres: 'jsonb_array_elements($1::jsonb) AS wanted(value)',
  },
  table: 'setting_row',
  where: `found.member_code_seller = wanted.value ->> 1 AND found.member_code_buyer IN (wanted.value ->> 0, '')
    AND found.kind = 'orderblock' AND found.member_code_order_to = ''`,
};

/** Of some pairs those between which ordering is blocked, by `pairText`. */
async function blockedPairs(sql: Sql, pairs: readonly TradingPair[]): Promise<ReadonlySet<string>> {
  const rows = await sql.query<TradingPair>(
    `SELECT wanted.value ->> 0 AS buyer, wanted.value ->> 1 AS seller, ${blockRows.columnsOf('found')}
     ${rowsOfEach(sql.dialect, wantedBlocks)}`,
    [JSON.stringify(pairs.map(({ buyer, seller }) => [buyer, seller]))],
  );
  const blocked = rows.filter((row) => {
    const { memberCodeBuyer, body } = blockRows.read(row);
    return readOrderBlock(memberCodeBuyer, JSON.parse(body.toString()) as object).blocks;
  });
  return new Set(blocked.map(pairText));
}
