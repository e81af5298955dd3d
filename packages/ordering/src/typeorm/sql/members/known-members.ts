import { lockUntilCommit, type Transaction } from '@trading-platform/database';
import { isOneOf } from '../common/json-rows.js';

/** The given codes of members that exist. None of these members is removed until the transaction ends. */
export async function knownMembers(transaction: Transaction, memberCodes: Iterable<string>): Promise<Set<string>> {
  const codes = [...new Set(memberCodes)];
  if (codes.length === 0) return new Set();
  await lockUntilCommit(transaction, 'namedMembers', { shared: true });
  const rows = await transaction.query<{ member_code: string }>(
    `SELECT member_code FROM member WHERE ${isOneOf(transaction.dialect, 'member_code', '$1')}`,
    [JSON.stringify(codes)],
  );
  return new Set(rows.map(({ member_code }) => member_code));
}

/** Waits for the loads that name members, and delays later ones until the transaction ends. */
export async function holdMembers(transaction: Transaction): Promise<void> {
  await lockUntilCommit(transaction, 'namedMembers');
  // Nobody adds a member that is being removed.
  if (transaction.dialect === 'postgres') await transaction.execute('LOCK TABLE member IN EXCLUSIVE MODE');
}

/** A member code of a row, and its field. */
export type NamedMember = readonly [field: string, memberCode: string];

/** The defect of the first unknown member code; undefined if all are known. */
export function unknownMember(members: readonly NamedMember[], known: ReadonlySet<string>): string | undefined {
  const unknown = members.find(([, memberCode]) => memberCode !== '' && !known.has(memberCode));
  return unknown && `${unknown[0]}: member ${unknown[1]} does not exist`;
}
