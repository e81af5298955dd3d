import { tableOf } from '@trading-platform/database';
import { seenThrough } from '../../../member/is-visible.js';
import { MemberEntity } from '../../entities/member.entity.js';

const seenByCaller = tableOf(MemberEntity)
  .only(...seenThrough)
  .columnNames.map((column) => `${column} = $1`);

/** Whether the caller `$1`, whose code is not empty, sees a row of `member`. */
export const isSeen = `(${seenByCaller.join(' OR ')})`;

/** Codes of the members that the caller `$1` sees; `UNION` lets each branch use its index. */
export const visibleCodes = seenByCaller
  .map((condition) => `SELECT member_code FROM member WHERE ${condition}`)
  .join(' UNION ');

/** Whether a row of `member` and others, as `= $1`, are a pair: a master record, a slip or a setting names both. */
export function isRelatedTo(others: string): string {
  return `EXISTS (SELECT 1 FROM member_pair p WHERE p.member_code = member.member_code AND p.member_code_partner ${others})
    OR EXISTS (SELECT 1 FROM setting_row s WHERE s.member_code_seller = member.member_code AND s.member_code_buyer ${others})
    OR EXISTS (SELECT 1 FROM setting_row s WHERE s.member_code_buyer = member.member_code AND s.member_code_seller ${others})`;
}
