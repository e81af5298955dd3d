import type { MemberImport } from '@trading-platform/domain-types';

/** Whether a caller may see a member: the caller is the member itself, or its head office, or its FC owner. */
export function sees(caller: string, member: MemberImport): boolean {
  if (caller === '') return false;
  return (
    member.member_code === caller || member.head_office_member_code === caller || member.fc_owner_member_code === caller
  );
}
