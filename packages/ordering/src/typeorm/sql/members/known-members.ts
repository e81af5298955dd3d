import { lockUntilCommit, type Transaction } from '@trading-platform/database';
import { isOneOf } from '../common/json-rows.js';

/**
 * Returns the codes among these whose members exist. No member that was found can be removed before the transaction
 * ends.
 */
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

/**
 * Waits for the end of running imports whose lines name members, and blocks later imports until the transaction ends.
 */
export async function holdMembers(transaction: Transaction): Promise<void> {
  await lockUntilCommit(transaction, 'namedMembers');
  // While this transaction removes a member, no other transaction can add the same member.
  if (transaction.dialect === 'postgres') await transaction.execute('LOCK TABLE member IN EXCLUSIVE MODE');
}

/** The name of a field in a row, and the member code in this field. */
export type NamedMember = readonly [field: string, memberCode: string];

/** Returns the defect of the first field whose member is unknown, or undefined if all members are known. */
export function unknownMember(members: readonly NamedMember[], known: ReadonlySet<string>): string | undefined {
  const unknown = members.find(([, memberCode]) => memberCode !== '' && !known.has(memberCode));
  return unknown && `${unknown[0]}: member ${unknown[1]} does not exist`;
}
