/** The request field whose member is unknown, not visible to the caller, or not related as it must be (`E000008`). */
export type RefusedMember = 'member_code_self' | 'member_code_partner';
