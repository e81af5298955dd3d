import type { Sql } from '@trading-platform/database';
import { type FcPriceRule, type ScopeKey, scopeKey } from '../../fc-price/fc-price-rule.js';
import { eachText, rowsOfEach } from './rows-of-each.js';

/** A row of the table `fc_price`. */
interface FcPriceRow {
  readonly scope: string;
  readonly valid_from: string;
  readonly date_basis: FcPriceRule['dateBasis'];
  readonly fc_owner_member_code: string;
  readonly member_code_store: string;
  readonly catalog_id: string;
  readonly food_cat_large_code: string;
  readonly method: FcPriceRule['method'];
  readonly value: string;
  readonly rounding: FcPriceRule['rounding'];
  readonly valid_to: string;
}

export const fcPriceKey = ['scope', 'valid_from', 'date_basis'] as const satisfies readonly (keyof FcPriceRow)[];

export const fcPriceColumns = [
  ...fcPriceKey,
  'fc_owner_member_code',
  'member_code_store',
  'catalog_id',
  'food_cat_large_code',
  'method',
  'value',
  'rounding',
  'valid_to',
] as const satisfies readonly (keyof FcPriceRow)[];

/** The values of a rule, in the order of `fcPriceColumns`. */
export function fcPriceValues(rule: FcPriceRule): string[] {
  return [
    scopeKey(rule),
    rule.validFrom,
    rule.dateBasis,
    rule.fcOwnerMemberCode,
    rule.memberCodeStore,
    rule.catalogId,
    rule.foodCatLargeCode,
    rule.method,
    rule.value,
    rule.rounding,
    rule.validTo,
  ];
}

/** All rules whose scope is one of these, in one query; they must be distinct. */
export async function readFcPrices(sql: Sql, scopes: readonly ScopeKey[]): Promise<FcPriceRule[]> {
  if (scopes.length === 0) return [];
  const found = rowsOfEach(sql.dialect, { wanted: eachText, table: 'fc_price', where: 'found.scope = wanted.value' });
  const rows = await sql.query<FcPriceRow>(`SELECT found.* ${found}`, [JSON.stringify(scopes)]);
  return rows.map(ruleOf);
}

function ruleOf(row: FcPriceRow): FcPriceRule {
  return {
    fcOwnerMemberCode: row.fc_owner_member_code,
    memberCodeStore: row.member_code_store,
    catalogId: row.catalog_id,
    foodCatLargeCode: row.food_cat_large_code,
    method: row.method,
    value: row.value,
    rounding: row.rounding,
    validFrom: row.valid_from,
    validTo: row.valid_to,
    dateBasis: row.date_basis,
  };
}
