import type { Dialect, Sql } from '@trading-platform/database';
import { textRows } from '../common/json-rows.js';
import { pairText, type TradingPair } from './settings-of-pairs.js';

/** The maximum number of a pair's slips that are searched for a customer code, which limits the cost if no slip has a code. */
const slipsLookedAt = 100;

/**
 * Returns the customer codes that sellers have given to buyers, as a map from the `pairText` of the pair. The code is taken from
 * the seller's latest slip that contains a customer code.
 */
export async function customerCodes(sql: Sql, pairs: readonly TradingPair[]): Promise<ReadonlyMap<string, string>> {
  const rows = await sql.query<TradingPair & { readonly code: string | null }>(selectCustomerCodes(sql.dialect), [
    JSON.stringify(pairs.map(({ buyer, seller }) => [buyer, seller])),
  ]);
  return new Map(rows.flatMap((row) => (row.code === null ? [] : [[pairText(row), row.code]])));
}

export function selectCustomerCodes(dialect: Dialect): string {
  return `SELECT k.buyer, k.seller,
       (SELECT last.customer_code
        FROM (SELECT s.customer_code, s.trade_id FROM slip s
          WHERE s.member_code_self = k.seller AND s.member_code_partner = k.buyer
          ORDER BY s.trade_id DESC LIMIT ${slipsLookedAt}) AS last
        WHERE last.customer_code <> '' ORDER BY last.trade_id DESC LIMIT 1) AS code
     FROM ${textRows(dialect, '$1', 'k', ['buyer', 'seller'])}`;
}
