import type { Member } from './member.js';
import type { RefusedMember } from './refused-member.js';

/** Who is who, and who may see whom. An adapter answers from committed data, each call from one instant. */
export abstract class MemberDirectory {
  /** The member with this code; undefined if there is none. */
  abstract find(memberCode: string): Promise<Member | undefined>;

  /**
   * The members that a caller sees: itself, and those that name it as their head office or FC owner (one level), in byte
   * order of their codes. Empty for a caller that is no member.
   */
  abstract visibleTo(callerMemberCode: string): Promise<readonly Member[]>;

  /** Of the given codes, those that are unknown or not visible to the caller: for `E000008`. */
  abstract notVisible(callerMemberCode: string, memberCodes: readonly string[]): Promise<ReadonlySet<string>>;

  /** Of the given codes, those that are neither visible to the caller nor related to a member that is: for `E000008`. */
  abstract notReadable(callerMemberCode: string, memberCodes: readonly string[]): Promise<ReadonlySet<string>>;

  /** Whether a master record, a slip or a setting names the two members as a pair. */
  abstract areRelated(memberCode: string, otherMemberCode: string): Promise<boolean>;

  /**
   * Of the members that a delivery date request names, as far as they are known, those that are refused (`E000008`): a self
   * that the caller does not see, a partner that is not related to self. Where self is not known or refused itself, the
   * partner is refused that no member which the caller sees is related to.
   */
  abstract notPaired(
    callerMemberCode: string,
    pair: Readonly<Partial<Record<RefusedMember, string>>>,
  ): Promise<readonly RefusedMember[]>;
}
