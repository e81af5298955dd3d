/**
 * The right that a caller needs to name a member in a request (Spec 7, `E000008`). `visible`: the caller sees the
 * member. `readable`: the caller sees the member or one related to it. `pair`: the member is one of the two members of
 * a delivery date request, and the two must be related.
 */
export type MemberRight = 'visible' | 'readable' | 'pair';

/** A member in a well-formed value. The application judges whether the caller may name it. */
export interface NamedMember {
  /** The field, with its index in lists: `member_code_list[2]`. */
  readonly item: string;
  readonly memberCode: string;
  readonly right: MemberRight;
}
