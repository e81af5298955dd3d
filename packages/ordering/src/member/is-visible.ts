import type { Member } from './member.js';

/** Whether a caller sees a member: itself, and those that name it as head office or FC owner (one level). */
export function isVisible(
  callerMemberCode: string,
  member: Pick<Member, 'memberCode' | 'headOfficeMemberCode' | 'fcOwnerMemberCode'>,
): boolean {
  if (callerMemberCode === '') return false;
  return [member.memberCode, member.headOfficeMemberCode, member.fcOwnerMemberCode].includes(callerMemberCode);
}
