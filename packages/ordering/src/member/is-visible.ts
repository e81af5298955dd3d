import type { Member } from './member.js';

/** A caller sees a member if one of these is the caller's code (one level): its own code, its head office, its FC owner. */
export const seenThrough = [
  'memberCode',
  'headOfficeMemberCode',
  'fcOwnerMemberCode',
] as const satisfies readonly (keyof Member)[];

/** Whether a caller sees a member. SQL statements are made from the same list. */
export function isVisible(callerMemberCode: string, member: Pick<Member, (typeof seenThrough)[number]>): boolean {
  return callerMemberCode !== '' && seenThrough.some((field) => member[field] === callerMemberCode);
}
