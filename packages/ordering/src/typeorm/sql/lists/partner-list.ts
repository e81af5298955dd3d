import { type Dialect, type Sql, tableOf } from '@trading-platform/database';
import { flag, type Partner } from '@trading-platform/domain-types';
import { readOrderBlock } from '../../../delivery/read-setting-rows.js';
import { type ListedElement, type ListPage, pageOf } from '../../../list/list-page.js';
import type { ListQuery } from '../../../list/list-query.js';
import type { PartnerFilters } from '../../../list/lists.js';
import { SettingRowEntity } from '../../entities/setting-row.entity.js';
import { textRows } from '../common/json-rows.js';
import { lookedUp } from '../common/record-stream.js';
import { type RowsOfEach, rowsOfEach } from '../common/rows-of-each.js';
import { SqlConditions } from '../common/sql-conditions.js';
import { customerCodes } from '../members/customer-codes.js';
import { pairText, type TradingPair } from '../members/settings-of-pairs.js';

/** @see PartnerList */
export async function readPartners(
  sql: Sql,
  { scope, filters, limit, after = [''] }: ListQuery<PartnerFilters>,
): Promise<ListPage<Partner>> {
  const select = selectPartners(sql.dialect, {
    memberCode: scope.memberCode,
    partnerCodes: filters.client_member_code_list,
    after: after[0] ?? '',
    limit: limit + 1,
  });
  const rows = await sql.query<PartnerRow>(select.sql, select.values);
  return pageOf(await listedPartners(sql, scope.memberCode, rows), limit);
}

export interface PartnersOfMember {
  readonly memberCode: string;
  readonly partnerCodes: readonly string[] | undefined;
  readonly after: string;
  readonly limit: number;
}

export interface PartnerRow {
  readonly code: string;
  readonly name: string;
  /** The customer code in the first product that the member has from this partner, or null if there is no such product. */
  readonly customer_code: string | null;
}

/**
 * Finds the next partners. Partners of a member are all members that share a product, a slip or a setting with it. If
 * the head office of a store buys from a seller, the store and the seller are partners too. For each kind of relation,
 * the first partners are found by an index.
 */
export function selectPartners(dialect: Dialect, { memberCode, partnerCodes, after, limit }: PartnersOfMember) {
  const where = new SqlConditions(dialect);
  const self = where.placeholder(memberCode);
  const behind = where.placeholder(after);
  const most = where.placeholder(limit);
  const headOffice = headOfficeOf(self);
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
        ORDER BY p.item_id LIMIT 1) AS customer_code
    FROM (${relations.join(' UNION ')} ORDER BY code LIMIT ${most}) AS found
    INNER JOIN member m ON m.member_code = found.code ORDER BY m.member_code`;
  return { sql, values: where.values };
}

function buysFrom(buyer: string, seller: string): string {
  return `EXISTS (SELECT 1 FROM catalog_line c
    WHERE c.member_code ${buyer} AND c.member_code_partner = ${seller} ${lookedUp})`;
}

function headOfficeOf(member: string): string {
  return `(SELECT h.head_office_member_code FROM member h WHERE h.member_code = ${member})`;
}

/** Returns partners of the member `self` as its list shows them. */
export async function listedPartners(
  sql: Sql,
  self: string,
  rows: readonly PartnerRow[],
): Promise<readonly ListedElement<Partner>[]> {
  const [codes, blocked] = await Promise.all([
    customerCodes(
      sql,
      rows.filter(({ customer_code }) => !customer_code).map(({ code }) => ({ buyer: code, seller: self })),
    ),
    blockedPartners(
      sql,
      self,
      rows.map(({ code }) => code),
    ),
  ]);
  return rows.map(({ code, name, customer_code }) => ({
    position: [code],
    element: {
      member_code_partner: code,
      member_name_partner: name,
      customer_code: customer_code || (codes.get(pairText({ buyer: code, seller: self })) ?? ''),
      order_block_flg: blocked.has(code) ? flag.on : flag.off,
    },
  }));
}

/**
 * Returns the partners with which ordering is blocked. The direction of trade between the member and a partner is read only if a
 * block depends on it, because each lookup may read another page from the disk.
 */
async function blockedPartners(sql: Sql, self: string, codes: readonly string[]): Promise<ReadonlySet<string>> {
  const asBuyer = (code: string): TradingPair => ({ buyer: self, seller: code });
  const asSeller = (code: string): TradingPair => ({ buyer: code, seller: self });
  const blocks = await blockedPairs(sql, [...codes.map(asBuyer), ...codes.map(asSeller)]);
  const isBlocked = (pair: TradingPair) => blocks.has(pairText(pair));
  const sellers = await sellersTo(
    sql,
    self,
    codes.filter((code) => isBlocked(asBuyer(code)) !== isBlocked(asSeller(code))),
  );
  return new Set(codes.filter((code) => isBlocked(sellers.has(code) ? asBuyer(code) : asSeller(code))));
}

/** Returns the members among these that sell to the member or to its head office. */
async function sellersTo(sql: Sql, self: string, codes: readonly string[]): Promise<ReadonlySet<string>> {
  if (codes.length === 0) return new Set();
  const rows = await sql.query<{ readonly code: string }>(selectSellersTo(sql.dialect), [
    self,
    JSON.stringify(codes.map((code) => [code])),
  ]);
  return new Set(rows.map(({ code }) => code));
}

/** `$1` is the code of the member. The parameter `$2` contains the codes of the others, each as an array of one text. */
export function selectSellersTo(dialect: Dialect): string {
  return `SELECT other.code FROM ${textRows(dialect, '$2', 'other', ['code'])}
    WHERE ${buysFrom(`IN ($1, ${headOfficeOf('$1')})`, 'other.code')}`;
}

const blockRows = tableOf(SettingRowEntity).only('memberCodeBuyer', 'body');

/** Order blocks between two members, if the blocks apply to every master record. */
const wantedBlocks: RowsOfEach = {
  wanted: {
    sqlite: 'json_each($1) AS wanted',
    postgres: 'jsonb_array_elements($1::jsonb) AS wanted(value)',
  },
  table: 'setting_row',
  where: `found.member_code_seller = wanted.value ->> 1 AND found.member_code_buyer IN (wanted.value ->> 0, '')
    AND found.kind = 'orderblock' AND found.member_code_order_to = ''`,
};

/** Returns the pairs among these for which ordering is blocked, each as the text that `pairText` makes. */
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
