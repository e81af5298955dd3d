import type { Member } from './member.js';
import type { RefusedMember } from './refused-member.js';

/** Knows the members and who may see whom. An adapter reads committed data, and each call sees the state of one instant. */
export abstract class MemberDirectory {
  abstract find(memberCode: string): Promise<Member | undefined>;

  /**
   * Which of the codes are unknown or not visible to the caller (`E000008`). A caller sees itself and the members that name it
   * as their head office or FC owner (one level). A caller that is no member sees nobody.
   */
  abstract notVisible(callerMemberCode: string, memberCodes: readonly string[]): Promise<ReadonlySet<string>>;

  /**
   * Which of the codes are not readable (`E000008`): neither visible to the caller nor related to a member that is. Two members
   * are related if a master record, a slip or a setting names them as a pair.
   */
  abstract notReadable(callerMemberCode: string, memberCodes: readonly string[]): Promise<ReadonlySet<string>>;

  /**
   * Which members of a delivery date request are refused (`E000008`). Self is refused if it is not visible to the caller.
   * The partner is refused if it is not related to self. If self is refused or missing, the partner is judged by all members
   * that the caller sees: it must be related to one of them.
   */
  abstract notPaired(
    callerMemberCode: string,
    pair: Readonly<Partial<Record<RefusedMember, string>>>,
  ): Promise<readonly RefusedMember[]>;
}
