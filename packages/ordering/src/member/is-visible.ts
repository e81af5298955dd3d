import type { Member } from './member.js';

/**
 * The fields through which a caller may see a member. The caller sees the member if one of these fields contains the caller's
 * code: the member's own code, its head office or its FC owner.
 */
export const seenThrough = [
  'memberCode',
  'headOfficeMemberCode',
  'fcOwnerMemberCode',
] as const satisfies readonly (keyof Member)[];

/** Checks whether a caller may see a member. The conditions in SQL are built from the same list of fields. */
export function isVisible(callerMemberCode: string, member: Pick<Member, (typeof seenThrough)[number]>): boolean {
  return callerMemberCode !== '' && seenThrough.some((field) => member[field] === callerMemberCode);
}
