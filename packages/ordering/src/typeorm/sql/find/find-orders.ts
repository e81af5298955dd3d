import type { Sql } from '@trading-platform/database';
import { type FoundOrder, ownLimits } from '@trading-platform/domain-types';
import { endOfPrefix } from '../common/end-of-prefix.js';

/**
 * Finds the uploaded orders of the member `$1` whose numbers begin with `$2`. `$3` is a text behind all these numbers.
 */
export const selectOrdersByNumber = `SELECT u.upload_no, u.trade_id, u.check_number, u.member_code_buyer AS member_code_self
  FROM upload_number u WHERE u.member_code = $1 AND u.upload_no >= $2 AND u.upload_no < $3
  ORDER BY u.upload_no LIMIT ${ownLimits.findAnswerElements}`;

/** @see Finder.orders */
export async function findOrders(sql: Sql, caller: string, text: string): Promise<readonly FoundOrder[]> {
  return caller === '' ? [] : sql.query<FoundOrder>(selectOrdersByNumber, [caller, text, endOfPrefix(text)]);
}
