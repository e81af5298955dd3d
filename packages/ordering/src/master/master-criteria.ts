import type { masterRequest, RequestValues } from '@trading-platform/domain-types';
import type { DownloadCriteria } from '../download/download-criteria.js';
import { inByteOrder } from '../member/byte-order.js';
import type { Member } from '../member/member.js';

/** A validated master request (Spec 4.7). */
export type MasterFilters = RequestValues<typeof masterRequest>;

/** The caller and the request of a master download. */
export type MasterCriteria = DownloadCriteria<MasterFilters>;

/** The filters that select own members. */
const ofOwnMembers = {
  member_code_list: ({ memberCode }) => memberCode,
  member_group_code_list: ({ memberGroupCode }) => memberGroupCode,
  fc_owner_member_code_list: ({ fcOwnerMemberCode }) => fcOwnerMemberCode,
  fc_owner_code_list: ({ fcOwnerCode }) => fcOwnerCode,
} as const satisfies Partial<Record<keyof MasterFilters, (member: Member) => string>>;

/**
 * Returns, in byte order, the members whose products are in a master download. If the request has no list of own members, groups
 * or FC owners, the result is the caller alone. If the request has lists of own members, the result is every member that the
 * lists name and that the caller may see.
 */
export function ownMembers({ memberCode: caller, request }: MasterCriteria, visible: readonly Member[]): string[] {
  const lists = Object.entries(ofOwnMembers).flatMap(([name, codeOf]) => {
    const list = request[name as keyof typeof ofOwnMembers];
    return list === undefined ? [] : [{ codes: new Set(list), codeOf }];
  });
  const isCallerAlone = lists.length === 0 && request.group_code_list === undefined;
  return visible
    .filter(({ memberCode }) => !isCallerAlone || memberCode === caller)
    .filter((member) => lists.every(({ codes, codeOf }) => codes.has(codeOf(member))))
    .map(({ memberCode }) => memberCode)
    .toSorted(inByteOrder);
}
