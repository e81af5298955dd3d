import type { Database, Sql } from '@trading-platform/database';
import { inByteOrder } from '../member/byte-order.js';
import type { Member } from '../member/member.js';
import type { MemberDirectory } from '../member/member-directory.js';
import { isOneOf } from './json-rows.js';
import { type MemberRow, memberColumns, memberOf } from './member-rows.js';

const selectMember = `SELECT ${memberColumns.join(', ')} FROM member`;

/** Codes of the members that the caller `$1` sees; `UNION` lets each branch use its index. */
const visibleCodes = `SELECT member_code FROM member WHERE member_code = $1
  UNION SELECT member_code FROM member WHERE head_office_member_code = $1
  UNION SELECT member_code FROM member WHERE fc_owner_member_code = $1`;

/** Whether a row of `member` and others, as `= $1`, are a pair: a master record, a slip or a setting names both. */
function isRelatedTo(others: string): string {
  return `EXISTS (SELECT 1 FROM member_pair p WHERE p.member_code = member.member_code AND p.member_code_partner ${others})
    OR EXISTS (SELECT 1 FROM setting_row s WHERE s.member_code_seller = member.member_code AND s.member_code_buyer ${others})
    OR EXISTS (SELECT 1 FROM setting_row s WHERE s.member_code_buyer = member.member_code AND s.member_code_seller ${others})`;
}

/** The member directory on a database. */
export function createMemberDirectory(database: Database): MemberDirectory {
  return {
    async find(memberCode) {
      const [row] = await database.query<MemberRow>(`${selectMember} WHERE member_code = $1`, [memberCode]);
      return row && memberOf(row);
    },
    visibleTo: (callerMemberCode) => visibleMembers(database, callerMemberCode),
    notVisible: (callerMemberCode, memberCodes) =>
      without(memberCodes, visibleOf(database, callerMemberCode, memberCodes)),
    notReadable: (callerMemberCode, memberCodes) => notReadable(database, callerMemberCode, memberCodes),
    async areRelated(memberCode, otherMemberCode) {
      const rows = await database.query(`SELECT 1 FROM member WHERE member_code = $1 AND (${isRelatedTo('= $2')})`, [
        memberCode,
        otherMemberCode,
      ]);
      return rows.length > 0;
    },
  };
}

/** @see MemberDirectory.visibleTo */
export async function visibleMembers(sql: Sql, callerMemberCode: string): Promise<Member[]> {
  if (callerMemberCode === '') return [];
  const rows = await sql.query<MemberRow>(`${selectMember} WHERE member_code IN (${visibleCodes})`, [callerMemberCode]);
  if (!rows.some(({ member_code }) => member_code === callerMemberCode)) return [];
  return rows.map(memberOf).toSorted((left, right) => inByteOrder(left.memberCode, right.memberCode));
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
       AND (member_code = $1 OR head_office_member_code = $1 OR fc_owner_member_code = $1)`,
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
