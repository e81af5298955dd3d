import { type Sql, tableOf } from '@trading-platform/database';
import { inByteOrder } from '../../../member/byte-order.js';
import type { Member } from '../../../member/member.js';
import { MemberEntity } from '../../entities/member.entity.js';
import { isOneOf } from '../common/json-rows.js';
import { isRelatedTo, isSeen, visibleCodes } from './member-relations.js';

const members = tableOf(MemberEntity);

/**
 * Returns the members that a caller sees, in byte order of their codes. The result is empty for a caller that is not a member.
 */
export async function visibleMembers(sql: Sql, callerMemberCode: string): Promise<Member[]> {
  if (callerMemberCode === '') return [];
  const rows = await sql.query<object>(`SELECT ${members.columns} FROM member WHERE member_code IN (${visibleCodes})`, [
    callerMemberCode,
  ]);
  const visible = rows.map(members.read);
  if (!visible.some(({ memberCode }) => memberCode === callerMemberCode)) return [];
  return visible.toSorted((left, right) => inByteOrder(left.memberCode, right.memberCode));
}

/** @see MemberDirectory.notVisible */
export function notVisible(sql: Sql, callerMemberCode: string, memberCodes: readonly string[]): Promise<Set<string>> {
  return without(memberCodes, visibleOf(sql, callerMemberCode, memberCodes));
}

/** @see MemberDirectory.notReadable */
export function notReadable(sql: Sql, callerMemberCode: string, memberCodes: readonly string[]): Promise<Set<string>> {
  return without(memberCodes, readableOf(sql, callerMemberCode, memberCodes));
}

async function visibleOf(sql: Sql, caller: string, memberCodes: readonly string[]): Promise<MemberCodeRow[]> {
  if (caller === '') return [];
  return sql.query<MemberCodeRow>(
    `SELECT member_code FROM member
     WHERE ${isOneOf(sql.dialect, 'member_code', '$2')}
       AND ${isSeen}`,
    [caller, JSON.stringify(memberCodes)],
  );
}

async function readableOf(sql: Sql, caller: string, memberCodes: readonly string[]): Promise<MemberCodeRow[]> {
  if (caller === '') return [];
  const related = await sql.query<MemberCodeRow>(
    `SELECT member_code FROM member
     WHERE ${isOneOf(sql.dialect, 'member_code', '$2')}
       AND (${isRelatedTo(`IN (${visibleCodes})`)})`,
    [caller, JSON.stringify(memberCodes)],
  );
  return [...related, ...(await visibleOf(sql, caller, memberCodes))];
}

interface MemberCodeRow {
  readonly member_code: string;
}

async function without(memberCodes: readonly string[], found: Promise<readonly MemberCodeRow[]>): Promise<Set<string>> {
  const rest = new Set(memberCodes);
  for (const { member_code } of await found) rest.delete(member_code);
  return rest;
}
