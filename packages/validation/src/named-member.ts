/**
 * What a caller needs to name a member in a request (Spec 7, `E000008`): that it sees the member, that it sees it or one
 * that is related to it, or that the two members of a delivery date request are such a pair.
 */
export type MemberRight = 'visible' | 'readable' | 'pair';

/** A member that a well-formed value names; whether the caller may is for the application to judge. */
export interface NamedMember {
  /** The field, indexed in lists as it was sent. */
  readonly item: string;
  readonly memberCode: string;
  readonly right: MemberRight;
}
