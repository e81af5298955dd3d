import type { Member } from './member.js';

/** What a caller sees a member through (one level): its own code, its head office, its FC owner. */
export const seenThrough = [
  'memberCode',
  'headOfficeMemberCode',
  'fcOwnerMemberCode',
] as const satisfies readonly (keyof Member)[];

/** Whether a caller sees a member. The statements of the databases say the same, from the same list. */
export function isVisible(callerMemberCode: string, member: Pick<Member, (typeof seenThrough)[number]>): boolean {
  return callerMemberCode !== '' && seenThrough.some((field) => member[field] === callerMemberCode);
}
