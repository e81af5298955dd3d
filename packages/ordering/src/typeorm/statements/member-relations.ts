/** Codes of the members that the caller `$1` sees; `UNION` lets each branch use its index. */
export const visibleCodes = `SELECT member_code FROM member WHERE member_code = $1
  UNION SELECT member_code FROM member WHERE head_office_member_code = $1
  UNION SELECT member_code FROM member WHERE fc_owner_member_code = $1`;

/** Whether a row of `member` and others, as `= $1`, are a pair: a master record, a slip or a setting names both. */
export function isRelatedTo(others: string): string {
  return `EXISTS (SELECT 1 FROM member_pair p WHERE p.member_code = member.member_code AND p.member_code_partner ${others})
    OR EXISTS (SELECT 1 FROM setting_row s WHERE s.member_code_seller = member.member_code AND s.member_code_buyer ${others})
    OR EXISTS (SELECT 1 FROM setting_row s WHERE s.member_code_buyer = member.member_code AND s.member_code_seller ${others})`;
}
