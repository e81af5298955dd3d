import type { Sql } from '@trading-platform/database';

const selectPartners = `SELECT member_code_partner AS partner FROM member_pair WHERE member_code = $1
  UNION SELECT member_code_buyer FROM setting_row WHERE member_code_seller = $1 AND member_code_buyer <> ''`;

/**
 * Returns the partners of a member: a product or a slip names both, or the member has made settings for the partner.
 */
export async function partnersOf(sql: Sql, memberCode: string): Promise<readonly string[]> {
  const rows = await sql.query<{ partner: string }>(selectPartners, [memberCode]);
  return rows.map(({ partner }) => partner);
}
