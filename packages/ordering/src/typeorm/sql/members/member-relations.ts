import { tableOf } from '@trading-platform/database';
import { seenThrough } from '../../../member/is-visible.js';
import { MemberEntity } from '../../entities/member.entity.js';

const seenByCaller = tableOf(MemberEntity)
  .only(...seenThrough)
  .columnNames.map((column) => `${column} = $1`);

/** The condition that the caller `$1` sees a member. `$1` must not be empty. */
export const isSeen = `(${seenByCaller.join(' OR ')})`;

/** Selects the codes of all members that the caller `$1` sees. With `UNION`, each branch can use its own index. */
export const visibleCodes = seenByCaller
  .map((condition) => `SELECT member_code FROM member WHERE ${condition}`)
  .join(' UNION ');

/**
 * Returns the condition that a row of `member` and the members `others` form a pair, because a master record, a slip or a setting
 * names both. The parameter `others` is a condition on a code, such as `= $1`.
 */
export function isRelatedTo(others: string): string {
  return `EXISTS (SELECT 1 FROM member_pair p WHERE p.member_code = member.member_code AND p.member_code_partner ${others})
    OR EXISTS (SELECT 1 FROM setting_row s WHERE s.member_code_seller = member.member_code AND s.member_code_buyer ${others})
    OR EXISTS (SELECT 1 FROM setting_row s WHERE s.member_code_buyer = member.member_code AND s.member_code_seller ${others})`;
}
