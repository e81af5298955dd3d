/** The request field whose member is unknown, not visible to the caller, or without the needed relation (`E000008`). */
export type RefusedMember = 'member_code_self' | 'member_code_partner';
