import type { Member } from './member.js';
import type { RefusedMember } from './refused-member.js';

/**
 * The directory of all members. The directory also answers which members a caller may see. An adapter reads committed data, and
 * each call reads the data of one instant.
 */
export abstract class MemberDirectory {
  abstract find(memberCode: string): Promise<Member | undefined>;

  /**
   * Returns the codes that are unknown or that belong to members the caller may not see (`E000008`). A caller sees itself, and
   * all members whose head office or FC owner is the caller (one level). A caller that is not a member sees no members.
   */
  abstract notVisible(callerMemberCode: string, memberCodes: readonly string[]): Promise<ReadonlySet<string>>;

  /**
   * Returns the codes that the caller may not read (`E000008`). A member is readable if the caller sees it, or if it is related
   * to a member that the caller sees. Two members are related if a master record, a slip or a setting names them as a pair.
   */
  abstract notReadable(callerMemberCode: string, memberCodes: readonly string[]): Promise<ReadonlySet<string>>;

  /**
   * Returns the fields of a delivery date request whose members are refused (`E000008`). `self` is refused if the caller may not
   * see it. `partner` is refused if it is not related to `self`. If the caller may not see `self`, or if `self` is missing,
   * `partner` must be related to at least one member that the caller sees.
   */
  abstract notPaired(
    callerMemberCode: string,
    pair: Readonly<Partial<Record<RefusedMember, string>>>,
  ): Promise<readonly RefusedMember[]>;
}
