import type { Sql } from '@trading-platform/database';
import { isOneOf } from './json-rows.js';

/** Of the given codes, those of members that exist. */
export async function knownMembers(sql: Sql, memberCodes: Iterable<string>): Promise<Set<string>> {
  const codes = [...new Set(memberCodes)];
  if (codes.length === 0) return new Set();
  const rows = await sql.query<{ member_code: string }>(
    `SELECT member_code FROM member WHERE ${isOneOf(sql.dialect, 'member_code', '$1')}`,
    [JSON.stringify(codes)],
  );
  return new Set(rows.map(({ member_code }) => member_code));
}

/** A member code of a row, and the field that carries it. */
export type NamedMember = readonly [field: string, memberCode: string];

/** What is wrong with the first member code that is given but unknown; undefined if all are known. */
export function unknownMember(members: readonly NamedMember[], known: ReadonlySet<string>): string | undefined {
  const unknown = members.find(([, memberCode]) => memberCode !== '' && !known.has(memberCode));
  return unknown && `${unknown[0]}: member ${unknown[1]} does not exist`;
}
