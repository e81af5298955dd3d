import type { MemberImport } from '@trading-platform/domain-types';

/** Whether a caller may see a member: itself, or one that names it as its head office or FC owner. */
export function sees(caller: string, member: MemberImport): boolean {
  if (caller === '') return false;
  return (
    member.member_code === caller || member.head_office_member_code === caller || member.fc_owner_member_code === caller
  );
}
