import type { Sql } from '@trading-platform/database';

const selectPartners = `SELECT member_code_partner AS partner FROM member_pair WHERE member_code = $1
  UNION SELECT member_code_buyer FROM setting_row WHERE member_code_seller = $1 AND member_code_buyer <> ''`;

/** Returns the members that a product or a slip names together with the member, or that it has made settings for. */
export async function partnersOf(sql: Sql, memberCode: string): Promise<readonly string[]> {
  const rows = await sql.query<{ partner: string }>(selectPartners, [memberCode]);
  return rows.map(({ partner }) => partner);
}
